import { csvAnswer } from '../../access/middleware/csv-answer.ts';
import { retentionStart } from '../../analytics/retention.ts';
import { recipientsFrom } from '../../content/audiences/store/recipient.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { hashed } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { SessionImport } from './import-schemas.ts';
import {
  AccountSessionQuery,
  type PersonSessionList,
  PersonSessionQuery,
  SessionListQuery,
  toFilters,
  WorkspaceSessionQuery,
} from './schemas.ts';
import { getSessionOrThrow } from './store/get.ts';
import { importSessions } from './store/import.ts';
import { sessionsOf } from './store/list.ts';
import { listPersonSessions } from './store/list-of-person.ts';
import { listVisitsOf } from './store/list-of-visitor.ts';
import { allSessions } from './store/read-all.ts';

export const audienceSessionRoutes = new Hono<AppEnv>()
  .get('/:page_id/audience_sessions', scope('read'), query(SessionListQuery), async (c) => {
    const [pageId, listing] = [c.req.param('page_id'), toFilters(c.req.valid('query'))];
    const csvColumns = c.get('csvColumns');
    if (csvColumns) return csvAnswer(c, csvColumns, allSessions(c.var.db, pageId, listing)) as never;
    return c.json(await sessionsOf(c.var.db, pageId, listing));
  })
  .get('/:page_id/audience_sessions/:audience_session_id', scope('read'), async (c) => {
    const { page_id, audience_session_id } = c.req.param();
    return c.json(await getSessionOrThrow(c.get('db'), page_id, audience_session_id));
  })
  .post(
    '/:page_id/audience_sessions/import',
    scope('write'),
    idempotency({ takesNoKey: true }),
    body(SessionImport),
    async (c) => {
      const { sessions } = c.req.valid('json');
      const oldest = retentionStart(c.env.SESSION_RETENTION_DAYS, Date.now());
      return c.json(
        await importSessions(c.get('db'), c.req.param('page_id'), sessions, {
          oldest,
          recipientsFrom: recipientsFrom(c.env, Date.now()),
        }),
      );
    },
  );

export const workspaceSessionRoutes = new Hono<AppEnv>().get(
  '/',
  scope('read'),
  query(WorkspaceSessionQuery),
  async (c) => {
    const listing = toFilters(c.req.valid('query'));
    const csvColumns = c.get('csvColumns');
    if (csvColumns) return csvAnswer(c, csvColumns, allSessions(c.var.db, undefined, listing)) as never;
    return hashed(c, await sessionsOf(c.var.db, undefined, listing));
  },
);

export const personSessionRoutes = new Hono<AppEnv>().get(
  '/:person_id/audience_sessions',
  scope('read'),
  query(PersonSessionQuery),
  async (c) => {
    const [{ by, ...listing }, personId] = [c.req.valid('query'), c.req.param('person_id')];
    const list =
      by === 'form'
        ? listPersonSessions(c.get('db'), personId, listing)
        : listVisitsOf(c.get('db'), ['person', personId], { by, ...listing });
    return c.json<PersonSessionList>(await list);
  },
);

export const accountSessionRoutes = new Hono<AppEnv>().get(
  '/:account_id/audience_sessions',
  scope('read'),
  query(AccountSessionQuery),
  async (c) => {
    const accountId = c.req.param('account_id');
    return c.json(await listVisitsOf(c.get('db'), ['account', accountId], c.req.valid('query')));
  },
);
