import type { AppEnv } from '../../http/app-env.ts';
import { batchBody, batchWrites, eachValid } from '../../http/batch.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { endsCopiesOf } from '../../http/middleware/ends-copies.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { problemOf } from '../../http/problem.ts';
import { body, query, scope } from '../../http/route.ts';
import { statusOf } from '../../http/status.ts';
import { LoosePersonBatch, PersonBatch, PersonCreate, PersonUpdate, PersonWrite } from './body-schemas.ts';
import { PersonLookup, PersonSearchQuery } from './schemas.ts';
import { createPerson } from './store/create.ts';
import { tryPersons } from './store/dry-run.ts';
import { erasePerson } from './store/erase.ts';
import { personRecord } from './store/internal.ts';
import { findPerson } from './store/lookup.ts';
import { searchPersons } from './store/search.ts';
import { updatePerson } from './store/update.ts';
import { writePersons } from './store/write.ts';

export const personRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PersonCreate), async (c) => {
    return tagged(c, await createPerson(c.var.db, c.req.valid('json')), 201);
  })
  .post(
    '/batch',
    scope('write'),
    idempotency({ takesNoKey: true }),
    batchBody(PersonBatch, LoosePersonBatch),
    async (c) => {
      const { persons, onConflict, dryRun } = c.req.valid('json');
      const write = dryRun ? tryPersons : writePersons;
      const outcomes = await eachValid(batchWrites(c, PersonWrite, persons, 'persons'), (valid) =>
        write(
          c.var.db,
          valid.map(({ value }) => value),
          onConflict,
        ),
      );
      const results = outcomes.map(({ ok, ...outcome }) => {
        if ('error' in outcome) {
          const { error } = outcome;
          const nothing = { outcome: null, personId: null, ignored: null, replayed: false };
          return { status: statusOf(error.code), ...nothing, problem: problemOf(error, c) };
        }
        const status: 200 | 201 = outcome.outcome === 'created' ? 201 : 200;
        return { status, ...outcome, problem: null };
      });
      return c.json({ results });
    },
  )
  .get('/', scope('read'), query(PersonLookup), async (c) => {
    return c.json(await findPerson(c.var.db, c.req.valid('query')));
  })
  .get('/search', scope('read'), query(PersonSearchQuery), async (c) => {
    return c.json(await searchPersons(c.var.db, c.req.valid('query')));
  })
  .get('/:person_id', scope('read'), async (c) => {
    return tagged(c, await personRecord.get(c.var.db, c.req.param('person_id')));
  })
  .patch('/:person_id', scope('write'), body(PersonUpdate), async (c) => {
    const [id, patch] = [c.req.param('person_id'), c.req.valid('json')];
    return tagged(c, await updatePerson(c.var.db, id, patch, ifMatch(c)));
  })
  .delete('/:person_id', scope('write'), endsCopiesOf('person'), async (c) => {
    return c.json(await erasePerson(c.var.db, c.req.param('person_id'), ifMatch(c)));
  });
