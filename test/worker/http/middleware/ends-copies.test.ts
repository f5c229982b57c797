import { env } from 'cloudflare:workers';
import { newId } from '../../../../src/lib/ids.ts';
import { send } from '../../support/client.ts';

const COPIES = env.COPIES_OF_TESTS;

/** The ids of records whose copies a request has ended. */
async function endedBy(method: string, path: string, body?: object): Promise<string[]> {
  for (const { name } of (await COPIES.list()).keys) await COPIES.delete(name);
  expect((await send(method, path, body, { bindings: { COPIES } })).status).toBe(404);
  return (await COPIES.list()).keys.map(({ name }) => name);
}

const routes = [
  ['DELETE', '/v0/persons/', 'person'],
  ['DELETE', '/v0/page_links/', 'page_link'],
  ['DELETE', '/v0/api_keys/', 'api_key'],
  ['DELETE', '/v0/share_links/', 'share_link'],
] as const;

test.each(routes)(
  '%s %s{id} ends copies also where the answer is a 404, which may be that of a second attempt',
  async (method, path, prefix) => {
    const id = newId(prefix);
    expect(await endedBy(method, path + id)).toEqual([`end/main/${id.replace('share_link', 'api_key')}`]);
  },
);

test.each(routes)('%s %s{id} ends nothing for a text that is no id of one', async (method, path, prefix) => {
  for (const text of [newId('page'), `${prefix}_`, `${newId(prefix)}0`, 'x'.repeat(600)])
    expect(await endedBy(method, path + text), text).toEqual([]);
});
