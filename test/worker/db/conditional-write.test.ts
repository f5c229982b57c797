import { env } from 'cloudflare:workers';
import type { Page } from '../../../src/content/pages/schemas.ts';
import { send } from '../support/client.ts';
import { losing } from '../support/faults.ts';
import { newPageId } from '../support/pages.ts';
import { etagOf } from '../support/replies.ts';

test('a row keeps the whole ids of its last 8 writes, newest first', async () => {
  const page = { title: '0', url: 'https://writes.example/' };
  const { pageId } = (await send<Page>('POST', '/v0/pages', page)).body;
  const written: string[] = [];
  for (let n = 1; n <= 10; n++) {
    await send('PATCH', `/v0/pages/${pageId}`, { title: String(n) });
    const ids = await env.DB.prepare('select write_id from pages where page_id = ?')
      .bind(pageId)
      .first('write_id');
    written.unshift(String(ids).slice(0, String(ids).indexOf(' ')));
    expect(String(ids).trimEnd().split(' ').slice(0, n)).toEqual(written.slice(0, 8));
  }
  expect(written.every((id) => /^write_[0-9a-z]{26}$/.test(id))).toBe(true);
});

test.each([
  ['', false],
  [' with If-Match', true],
])('a change%s does not undo what another client has written before the retry', async (_, isConditional) => {
  const path = `/v0/pages/${await newPageId()}`;
  const headers = isConditional ? { 'if-match': etagOf(await send('GET', path)) } : {};
  const meanwhile = () => send('PATCH', path, { title: 'of the other' });
  const options = { headers, ...losing({ meanwhile }) };
  const changed = await send<Page>('PATCH', path, { title: 'of this one' }, options);
  expect([changed.status, changed.body.title]).toEqual([200, 'of the other']);
});
