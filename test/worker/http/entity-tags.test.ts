import type { Account } from '../../../src/people/accounts/schemas.ts';
import type { AccountLogCreated } from '../../../src/people/logs/body-schemas.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import { pathOf as annotationPath, newAnnotation } from '../support/annotations.ts';
import { pathOf as audiencePath, newAudience } from '../support/audiences.ts';
import { type Problem, send } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';
import { newLink, at as pageLinkPath } from '../support/page-links.ts';
import { newPage, newPageId, pathOf as pagePath } from '../support/pages.ts';
import { log } from '../support/persons.ts';
import { etagOf } from '../support/replies.ts';
import { newTopic, pathOf as topicPath } from '../support/topics.ts';
import { newView, pathOf as viewPath } from '../support/views.ts';
import { writesNothing } from '../support/writes-nothing.ts';

let serial = 0;
const unique = () => `etag-${(serial++).toString(36).padStart(4, '0')}`;
const accountLog = async (fields: object) =>
  (await send<AccountLogCreated>('POST', '/v0/account_logs', { source: 'crm', payload: {}, ...fields })).body;

const createPerson = (fields: object = {}) =>
  send<Person>('POST', '/v0/persons', { name: 'Anna Berg', email: `${unique()}@etag.example`, ...fields });
const personPath = async () => `/v0/persons/${(await createPerson()).body.personId}`;
const accountPath = async () =>
  `/v0/accounts/${(await accountLog({ domain: `${unique()}.example` })).accountId}`;

const pageLink = async () =>
  pageLinkPath(await newLink({ target: { targetType: 'page', pageId: await newPageId() } }));

/** Each with a field of text. content/topics/update.test.ts has the entries of topics. */
const resources: [string, () => Promise<string>, field?: string, text?: (word: string) => string][] = [
  ['a person', personPath],
  ['an account', accountPath],
  ['a page', async () => pagePath(await newPage()), 'title'],
  ['an audience', async () => audiencePath(await newAudience()), 'customName'],
  ['a page link', pageLink, 'path', (word) => `/${word}`],
  ['a topic', async () => topicPath(await newTopic()), 'title'],
  ['an annotation', async () => annotationPath(await newAnnotation()), 'text'],
  ['a view', async () => viewPath(await newView())],
];
type Named = Record<string, string> & Problem;
const read = (path: string, headers: Record<string, string> = {}) =>
  send<Named>('GET', path, undefined, { headers });
const rename = (path: string, fields: object, headers: Record<string, string> = {}) =>
  send<Named>('PATCH', path, fields, { headers });

describe.each(resources)('%s', (_resource, made, field = 'name', text = (word: string) => word) => {
  test('has an entity tag, and a GET that names it is a 304', async () => {
    const path = await made();
    const etag = etagOf(await read(path));
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const reply = await read(path, { 'if-none-match': tags });
      expect([reply.status, reply.text, etagOf(reply)]).toEqual([304, '', etag]);
    }
    expect((await read(path, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('has another tag after a PATCH, and the same one after an empty PATCH', async () => {
    const path = await made();
    const etag = etagOf(await read(path));
    expect(etagOf(await rename(path, {}))).toBe(etag);
    const renamed = await rename(path, { [field]: text('new') });
    expect(etagOf(renamed)).not.toBe(etag);
    expect(etagOf(await read(path))).toBe(etagOf(renamed));
    expect((await read(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is changed when If-Match names its tag', async () => {
    const path = await made();
    const others = Array.from({ length: 19 }, (_, n) => `"x${n}"`).join();
    const headers = [
      (tag: string) => tag,
      (tag: string) => `"x",W/"y" , ${tag}`,
      (tag: string) => `${others},${tag}`,
      () => '*',
    ];
    for (const [n, header] of headers.entries()) {
      const value = text(`by-${n}`);
      const etag = etagOf(await read(path));
      const reply = await rename(path, { [field]: value }, { 'if-match': header(etag) });
      expect([reply.status, reply.body[field]]).toEqual([200, value]);
    }
  });

  test('is not changed when If-Match names other tags (412 precondition_failed)', async () => {
    const path = await made();
    const etag = etagOf(await read(path));
    for (const header of ['"x"', '""', `W/${etag}`, `"x", W/${etag}`]) {
      for (const fields of [{ [field]: text('new') }, {}]) {
        const reply = await writesNothing(() => rename(path, fields, { 'if-match': header }));
        expect([reply.status, reply.body]).toEqual([
          412,
          expect.objectContaining({ code: 'precondition_failed', currentETag: etag }),
        ]);
        expect(reply.cost.trips).toBe(1);
      }
    }
  });

  test('refuses a malformed tag, and more than 20 tags', async () => {
    const path = await made();
    for (const header of ['x', Array.from({ length: 21 }, (_, n) => `"x${n}"`).join()]) {
      const reply = await writesNothing(() => rename(path, { [field]: text('new') }, { 'if-match': header }));
      expect([reply.status, reply.body.errors?.[0]]).toEqual([
        400,
        expect.objectContaining({ in: 'header' }),
      ]);
    }
  });

  test('lets one of 20 concurrent writes pass', async () => {
    const path = await made();
    const headers = { 'if-match': etagOf(await read(path)) };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => rename(path, { [field]: text(`name-${n}`) }, headers)),
    );
    const through = replies.filter(({ status }) => status === 200);
    expect(through).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await read(path)).body).toMatchObject(through[0]?.body ?? {});
  });

  test('is changed once when the answer to a write is lost', async () => {
    const path = await made();
    const headers = { 'if-match': etagOf(await read(path)) };
    const DB = faultyDatabase({ moment: 'after', size: 1, times: 1 });
    const reply = await send<Named>('PATCH', path, { [field]: text('once') }, { headers, bindings: { DB } });
    expect([reply.status, reply.cost.trips], reply.text).toEqual([200, 2]);
    expect(etagOf(await read(path))).toBe(etagOf(reply));
  });

  test('that does not exist is a 404 with any If-Match', async () => {
    const path = `${(await made()).replace(/_[^_]*$/, '')}_none`;
    expect((await rename(path, { [field]: text('new') }, { 'if-match': '*' })).status).toBe(404);
  });
});

describe('the tag of a person', () => {
  test('is checked before an erasure', async () => {
    const path = await personPath();
    const etag = etagOf(await read(path));
    for (const header of ['"x"', `W/${etag}`]) {
      const refused = await writesNothing(() =>
        send<Problem>('DELETE', path, undefined, { headers: { 'if-match': header } }),
      );
      expect([refused.status, refused.body.currentETag]).toEqual([412, etag]);
    }
    expect((await send('DELETE', path, undefined, { headers: { 'if-match': 'x' } })).status).toBe(400);
    expect((await send('DELETE', path, undefined, { headers: { 'if-match': etag } })).status).toBe(200);
    expect((await send('DELETE', path, undefined, { headers: { 'if-match': '*' } })).status).toBe(404);
  });

  test('is in the answer to its creation', async () => {
    const created = await createPerson();
    expect(etagOf(await read(`/v0/persons/${created.body.personId}`))).toBe(etagOf(created));
  });

  test('changes when a log fills an empty field, and only then', async () => {
    const { email, personId } = (await createPerson()).body;
    const path = `/v0/persons/${personId}`;
    const before = etagOf(await read(path));
    await log({ email });
    expect(etagOf(await read(path))).toBe(before);
    await log({ email, linkedinProfileUrl: unique() });
    const filled = etagOf(await read(path));
    expect(filled).not.toBe(before);
    await log({ email, linkedinProfileUrl: unique() });
    expect(etagOf(await read(path))).toBe(filled);
  });

  test('is checked before a conflict with another person', async () => {
    const taken = (await createPerson()).body.email;
    const path = await personPath();
    const etag = etagOf(await read(path));
    expect((await rename(path, { email: taken }, { 'if-match': '"x"' })).status).toBe(412);
    const conflict = await writesNothing(() => rename(path, { email: taken }, { 'if-match': etag }));
    expect(conflict.status).toBe(409);
  });
});

describe('the tag of an account changes with', () => {
  const accountOf = async () => {
    const domain = `${unique()}.example`;
    const { accountId } = await accountLog({ domain });
    return { domain, path: `/v0/accounts/${accountId}` };
  };
  type Made = Awaited<ReturnType<typeof accountOf>>;

  test.each<[string, (account: Made) => Promise<unknown>]>([
    ['a linked person', ({ domain }) => createPerson({ email: `anna@${domain}` })],
    ['a log of its own', ({ domain }) => accountLog({ domain })],
    ['a log of a person', ({ domain }) => log({ email: `anna@${domain}` })],
  ])('%s', async (_what, change) => {
    const account = await accountOf();
    const before = await send<Account>('GET', account.path);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await change(account);
    const after = await send<Account>('GET', account.path);
    expect(after.body).not.toEqual(before.body);
    expect(etagOf(after)).not.toBe(etagOf(before));
    expect((await rename(account.path, { name: 'New' }, { 'if-match': etagOf(before) })).status).toBe(412);
    expect((await rename(account.path, { name: 'New' }, { 'if-match': etagOf(after) })).status).toBe(200);
  });
});
