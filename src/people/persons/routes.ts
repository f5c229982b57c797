import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { endsCopiesOf } from '../../http/middleware/ends-copies.ts';
import { body, query, scope } from '../../http/route.ts';
import { PersonCreate, PersonUpdate } from './body-schemas.ts';
import { PersonSearchQuery } from './schemas.ts';
import { createPerson } from './store/create.ts';
import { erasePerson } from './store/erase.ts';
import { personRecord } from './store/internal.ts';
import { searchPersons } from './store/search.ts';
import { updatePerson } from './store/update.ts';

export const personRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PersonCreate), async (c) => {
    return tagged(c, await createPerson(c.var.db, c.req.valid('json')), 201);
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
