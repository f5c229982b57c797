import type { Context } from 'hono';
import { authorOf } from '../../access/api-keys/author.ts';
import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import type { Tagged } from '../../lib/precondition.ts';
import { sourceAddress } from './address.ts';
import { forget } from './cache.ts';
import { type Source, SourceCreate, SourceSecretSet, SourceUpdate } from './schemas.ts';
import { setSecret } from './store/secrets.ts';
import { createSource, listSources, type SourceRecord, sourceRecord, updateSource } from './store/sources.ts';

/** Lets this isolate read a source again that has changed. Others do within a minute. */
const readAgain = (c: Context<AppEnv>, sourceId: string): void =>
  forget(sourceAddress(c.var.workspace, sourceId));

/** A source with its address, at the origin of the request. */
const addressed = (c: Context<AppEnv>, source: SourceRecord): Source => {
  const { sourceId, provider, name, ...rest } = source;
  const path = `/v0/intake/${sourceAddress(c.var.workspace, sourceId)}`;
  return { sourceId, provider, name, url: new URL(path, c.req.url).href, ...rest };
};
const addressedIn = (c: Context<AppEnv>, { value, etag }: Tagged<SourceRecord>): Tagged<Source> => ({
  value: addressed(c, value),
  etag,
});

/** Mounted at /v0/sources. */
export const sourceRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(ListQuery), async (c) => {
    const { items, ...page } = await listSources(c.var.db, c.req.valid('query'));
    return c.json({ items: items.map((source) => addressed(c, source)), ...page });
  })
  .post('/', scope('admin'), lasting(), body(SourceCreate), async (c) => {
    const made = await createSource(c.var.db, c.req.valid('json'), authorOf(c.var.apiKey));
    return tagged(c, addressedIn(c, made), 201);
  })
  .get('/:source_id', scope('read'), async (c) => {
    return tagged(c, addressedIn(c, await sourceRecord.get(c.var.db, c.req.param('source_id'))));
  })
  .patch('/:source_id', scope('admin'), lasting(), body(SourceUpdate), async (c) => {
    const changes = c.req.valid('json');
    const changed = await updateSource(c.var.db, c.req.param('source_id'), changes, ifMatch(c));
    readAgain(c, changed.value.sourceId);
    return tagged(c, addressedIn(c, changed));
  })
  .delete('/:source_id', scope('admin'), async (c) => {
    const removed = await sourceRecord.remove(c.var.db, c.req.param('source_id'), ifMatch(c));
    readAgain(c, removed.value.sourceId);
    return tagged(c, removed);
  })
  .post('/:source_id/secret', scope('admin'), lasting(), body(SourceSecretSet), async (c) => {
    const set = await setSecret(c.var.db, c.req.param('source_id'), c.req.valid('json'));
    readAgain(c, set.value.sourceId);
    return tagged(c, addressedIn(c, set));
  });
