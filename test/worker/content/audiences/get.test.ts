import { expect, test } from 'vitest';
import { call, newAudience, pathOf } from '../../support/audiences.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';

test('an audience is read by its id alone as below its page', async () => {
  const { personId } = await newPerson({ name: 'By its id' });
  const own = await newAudience({ personId, customName: 'By its id' });
  const path = `/v0/audiences/${own.audienceId}`;
  for (const change of ['', 'archive', 'restore']) {
    if (change) await ok(call('POST', `${pathOf(own)}/${change}`, {}));
    const [nested, alone] = await Promise.all([call('GET', pathOf(own)), call('GET', path)]);
    expect([alone.status, alone.text]).toEqual([200, nested.text]);
    expect(alone.headers.get('etag')).toBe(nested.headers.get('etag'));
  }
  const tag = (await call('GET', path)).headers.get('etag') ?? '';
  expect((await call('GET', path, undefined, { headers: { 'if-none-match': tag } })).status).toBe(304);
  // The tag is valid for a write below the page.
  const written = await call('PATCH', pathOf(own), { customName: 'B' }, { headers: { 'if-match': tag } });
  expect(written.status).toBe(200);
});
