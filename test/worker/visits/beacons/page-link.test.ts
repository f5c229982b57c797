import { describe, expect, test } from 'vitest';
import { send } from '../../support/client.ts';
import { at, newLink, unique } from '../../support/page-links.ts';
import {
  collect,
  held,
  merge,
  messageOf,
  newId,
  place,
  prepareVisits,
  session,
  visitOf,
} from '../../support/visits.ts';

prepareVisits();

const toPage = (path = `/${unique()}`) =>
  newLink({ path, target: { targetType: 'page', pageId: place.pageId } });
/** Merges a visit that landed on a URL, and returns the link that it came by. */
async function linkOf(pageUrl: string) {
  const id = newId();
  await merge(messageOf(visitOf(id, { pageUrl })));
  return (await session(id)).pageLinkId;
}
const host = 'https://www.site.example';

// models/visitors.test.ts has what else a page link of a visit can be.
describe('the page link of a visit', () => {
  test.each([
    ['the root', '/'],
    ['no path at all', ''],
  ])('is the one with its path: %s', async (_, landed) => {
    const link = await toPage('/');
    expect(await linkOf(host + landed)).toBe(link.pageLinkId);
    await send('DELETE', at(link));
  });

  test('is found by an address of which values were replaced', async () => {
    const { path, pageLinkId } = await toPage();
    const id = newId();
    const pageUrl = `${host}${path}?email=anna@acme.example&token=1`;
    expect((await collect(visitOf(id, { pageUrl }))).status).toBe(202);
    await merge(...held.sent.slice(-1));
    expect(await session(id)).toMatchObject({
      pageLinkId,
      pageUrl: `${host}${path}?email=redacted&token=redacted`,
      landingPath: path,
    });
  });

  test('is none for a URL whose path no link can have', async () => {
    for (const url of [
      `${host}/%ff`,
      `${host}/%zz`,
      `${host}/${'%C3%BC'.repeat(300)}`,
      `${host}/${'x'.repeat(1900)}`,
    ])
      expect(await linkOf(url)).toBeNull();
  });

  test('lands on the path of the first URL, also when no link can have it', async () => {
    const id = newId();
    for (const path of ['/%ff', '/another']) await merge(messageOf(visitOf(id, { pageUrl: host + path })));
    expect(await session(id)).toMatchObject({ pageUrl: `${host}/%ff`, landingPath: '/%ff' });
  });
});
