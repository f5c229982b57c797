import { createApiKey } from '../../../src/lib/api-key.ts';
import type { Recorder } from './recorder.ts';

/** Files of public/, as they were built. */
export interface Files {
  document: string;
  tracker: string;
}

async function without({ say, get, ask }: Recorder, { document, tracker }: Files) {
  say('What needs no key');
  await get('/health', { key: null });
  await ask('POST', '/health', { key: null });
  for (const [name, text] of [
    ['/openapi.json', document],
    ['/visit.js', tracker],
  ] as const) {
    const asked = { key: null, file: { name, text } };
    const { headers } = await get(name, asked);
    const tag = headers.get('etag') ?? '';
    await ask('GET', name, { ...asked, headers: { 'if-none-match': tag } });
    await get(name, { ...asked, headers: { origin: 'https://any.example' } });
    await ask('DELETE', name, asked);
    await ask('OPTIONS', name, asked);
  }
}

async function keys({ say, get, ask }: Recorder) {
  say('Keys that are none');
  await get('/v0/topics', { key: null });
  await get('/v0/topics', { key: 'ff_main_x' });
  await get('/v0/topics', { key: `ff_main_${'0'.repeat(38)}` });
  await get('/v0/topics', { key: createApiKey('main') });
  await get('/v0/topics', { key: createApiKey('elsewhere') });
  await ask('DELETE', '/v0/topics', { key: null });
  await get('/v0/nothing', { key: null });
}

async function routes({ say, get, ask }: Recorder) {
  say('Paths and methods');
  await get('/');
  await get('/v0');
  await get('/v0/nothing');
  await get('/v0/topics/');
  await get('/v0//topics');
  await get(`/v0/${'ü'.repeat(150)}`);
  await get('/v1/topics', { key: null });
  await ask('PUT', '/v0/topics', { body: {} });
  await ask('DELETE', '/v0/persons/search');
  await ask('PATCH', '/v0/person_logs', { body: {} });
  await ask('OPTIONS', '/v0/persons/x', { key: null });
  await ask('OPTIONS', '/v0/pages/x/audiences/y/versions/z/publish', { key: null });
  await ask('OPTIONS', '/v0/nothing', { key: null });
  await ask('HEAD', '/v0/topics?limit=1', {});
  await ask('HEAD', '/v0/topics', { key: null });
}

async function bodies({ say, ask, post }: Recorder) {
  const path = '/v0/topics';
  const topic = (rawBody: BodyInit, asked = {}) => ask('POST', path, { rawBody, ...asked });
  say('Bodies');
  await topic('{"title":"t"}', { contentType: 'text/plain' });
  await topic('{"title":"t"}', { contentType: null });
  await topic('{"title":"t"}', { contentType: 'application/json; charset=latin1' });
  await topic('{"title":"t"}', { headers: { 'content-encoding': 'gzip' } });
  await topic('{"title":"typed"}', { contentType: 'Application/JSON ; charset="UTF-8"' });
  await topic('\ufeff{"title":"with a mark"}');
  await topic('');
  await topic(' ');
  await topic('null');
  await topic('"text"');
  await topic('[]');
  await topic("{'title':1}");
  await topic('{"title":"t"');
  await topic('{"title":"t"}}');
  await topic('{"title":NaN}');
  await topic(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  await topic(`{"title":"${'t'.repeat(1024 * 1024)}"}`);
  await topic(`${'['.repeat(101)}${']'.repeat(101)}`);
  await topic('{"title":"t","__proto__":{"a":1},"a.b":1,"title":"u"}');
  await post(path, Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`f${n}`, n])));
  await post(path, { title: 't', x: 1 }, { headers: { 'if-match': 'a', 'x-d1-bookmark': 'b' } });
  await post(path, { title: 't' }, { headers: { 'if-none-match': 'ignored' } });
  await ask('POST', `${path}?limit=0&limit=1`, { body: { title: 'query ignored' } });
}

async function conditions({ say, get, post, patch }: Recorder) {
  const topic = await post<{ topicId: string }>('/v0/topics', { title: 'Conditions' });
  const path = `/v0/topics/${topic.body.topicId}`;
  say('Conditions and bookmarks');
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `"${n + 100}"`).join(', ');
  await get(path, { headers: { 'if-none-match': tags(20) } });
  await get(path, { headers: { 'if-none-match': tags(21) } });
  await get(path, { headers: { 'if-none-match': ' W/"1" ' } });
  await get(path, { headers: { 'if-match': 'ignored' } });
  await patch(path, { title: 'x' }, { headers: { 'if-match': tags(21), 'x-d1-bookmark': '' } });
  await patch(path, { title: 'x' }, { headers: { 'if-match': `${tags(19)}, "1"` } });
  await patch(path, { title: 'x' }, { headers: { 'if-match': '"a b"' } });
  const { headers } = await get(path, { headers: { 'x-d1-bookmark': 'first-unconstrained' } });
  await get(path, { headers: { 'x-d1-bookmark': headers.get('x-d1-bookmark') ?? '' } });
  await get(path, { headers: { 'x-d1-bookmark': 'first' } });
  await get('/v0/topics?limit=x', { headers: { 'x-d1-bookmark': 'first', 'if-none-match': '"' } });
  await get(path, { workspace: 'acme' });
}

/** Features of all operations: keys, paths, methods, bodies and conditions, and the routes without a key. */
export async function protocol(recorder: Recorder, files: Files) {
  await without(recorder, files);
  await keys(recorder);
  await routes(recorder);
  await bodies(recorder);
  await conditions(recorder);
}
