import type { Context } from 'hono';
import { databaseOf } from '../config/workspaces.ts';
import { Nothing } from '../content/audiences/schemas.ts';
import { openDatabase } from '../db/client.ts';
import type { AppEnv } from '../http/app-env.ts';
import { Hono } from '../http/hono.ts';
import { idempotency } from '../http/middleware/idempotency-key.ts';
import { body, lines, query, scope } from '../http/route.ts';
import { schemaFingerprint } from '../schema/fingerprint.ts';
import { version } from '../vocabulary/version.ts';
import { ExportEnd, ExportQuery, RestoreCreate, RestoreLinesQuery } from './schemas.ts';
import { advanceRestore } from './store/advance.ts';
import { beginRestore, receiveLines } from './store/create.ts';
import { giveUpRestore } from './store/delete.ts';
import { endExport } from './store/end.ts';
import { exportLines } from './store/export.ts';
import { type Batches, batchesOn } from './store/internal.ts';
import { getRestore } from './store/restore.ts';

/** How long a batch may take, in milliseconds: it counts and reads more than those of other requests. */
const deadline = 25_000;

/** The database of the request, with more time. */
function batchesOf(c: Context<AppEnv>): Batches {
  const { workspace, meter } = c.var;
  const db = openDatabase(databaseOf(c.env, workspace) ?? c.env.DB, 'first-primary', meter, deadline);
  // Whose bookmark the answer has.
  c.set('db', db);
  return batchesOn(db);
}

/** Mounted at /v0/export: all data of a workspace, part by part. */
export const exportRoutes = new Hono<AppEnv>()
  .get('/', scope('admin'), query(ExportQuery), async (c) => {
    const { cursor } = c.req.valid('query');
    const about = { release: version, workspace: c.var.workspace, fingerprint: schemaFingerprint };
    return c.body(await exportLines(batchesOf(c), cursor, about), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
    });
  })
  .delete('/', scope('admin'), query(ExportEnd), async (c) => {
    const { exportId } = c.req.valid('query');
    return c.json({ exportId, isEnded: await endExport(batchesOf(c), exportId) });
  });

/** Mounted at /v0/restore: fills an empty workspace with an export. To send a request again changes nothing. */
export const restoreRoutes = new Hono<AppEnv>()
  .get('/', scope('admin'), async (c) => c.json(await getRestore(batchesOf(c))))
  .post('/', scope('admin'), idempotency({ takesNoKey: true }), body(RestoreCreate), async (c) => {
    const { header, keys } = c.req.valid('json');
    const file = {
      header: JSON.stringify(header),
      fingerprint: header.footfall.fingerprint,
      format: header.footfall.format,
      tables: header.footfall.tables,
      hasKeys: keys,
    };
    return c.json(await beginRestore(batchesOf(c), file, schemaFingerprint), 201);
  })
  .post('/lines', scope('admin'), idempotency({ takesNoKey: true }), lines(RestoreLinesQuery), async (c) =>
    c.json(await receiveLines(batchesOf(c), Number(c.req.valid('query').after), String(c.var.sent))),
  )
  .post('/advance', scope('admin'), idempotency({ takesNoKey: true }), body(Nothing), async (c) =>
    c.json(await advanceRestore(batchesOf(c))),
  )
  .delete('/', scope('admin'), async (c) => c.json(await giveUpRestore(batchesOf(c))));
