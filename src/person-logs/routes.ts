import { Hono } from 'hono';
import type { AppEnv } from '../env.ts';
import { codes } from '../http/codes.ts';
import { problemOf } from '../http/problem.ts';
import { body, query } from '../http/validate.ts';
import { FootfallError } from '../lib/errors.ts';
import { jsonText, logJson, logPageJson } from '../logs/json.ts';
import { scope } from '../middleware/scope.ts';
import {
  type PersonLog,
  PersonLogBatch,
  PersonLogCreate,
  type PersonLogList,
  PersonLogListQuery,
} from './schemas.ts';
import { getPersonLogOrThrow, listPersonLogs, type PersonLogWrite, writePersonLogs } from './store.ts';

/** Puts the source text of the payloads into the writes that validation has passed. */
const withPayloads = (writes: PersonLogCreate[], payloads: string[]): PersonLogWrite[] =>
  writes.map((write, index) => ({ ...write, payload: payloads[index] ?? '{}' }));

/** Mounted at /v0/person_logs. */
export const personLogRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PersonLogCreate), async (c) => {
    const [outcome] = await writePersonLogs(c.var.db, withPayloads([c.req.valid('json')], c.var.payloads));
    if (!outcome || outcome instanceof FootfallError) throw outcome;
    if (outcome.replayed) c.header('Idempotent-Replayed', 'true');
    return c.json(outcome.personLog, 201);
  })
  .post('/batch', scope('write'), body(PersonLogBatch), async (c) => {
    const { writes } = c.req.valid('json');
    const outcomes = await writePersonLogs(c.var.db, withPayloads(writes, c.var.payloads));
    const results = outcomes.map((outcome) =>
      outcome instanceof FootfallError
        ? {
            status: codes[outcome.code].status,
            replayed: false,
            personLog: null,
            problem: problemOf(outcome, c),
          }
        : { status: 201 as const, ...outcome, problem: null },
    );
    return c.json({ results });
  });

/** Mounted at /v0/persons. */
export const personTimelineRoutes = new Hono<AppEnv>()
  .get('/:person_id/logs', scope('read'), query(PersonLogListQuery), async (c) => {
    const listing = { ...c.req.valid('query'), ownerId: c.req.param('person_id') };
    return jsonText<PersonLogList>(c, logPageJson(await listPersonLogs(c.var.db, listing)));
  })
  .get('/:person_id/logs/:person_log_id', scope('read'), async (c) => {
    const { person_id, person_log_id } = c.req.param();
    return jsonText<PersonLog>(c, logJson(await getPersonLogOrThrow(c.var.db, person_id, person_log_id)));
  });
