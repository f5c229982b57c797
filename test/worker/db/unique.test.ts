import { newAudience, post as postAudience } from '../support/audiences.ts';
import { type Problem, send } from '../support/client.ts';
import { newUrl } from '../support/pages.ts';
import { newPerson } from '../support/persons.ts';
import { writesNothing } from '../support/writes-nothing.ts';

/** A record with a unique value: its path, its id, what it is made of, and the code of a second one. */
type Unique = [what: string, path: string, id: string, body: object, code: string];

let pageId = '';
beforeAll(async () => {
  ({ pageId } = await newAudience());
});

describe('a retry without an Idempotency-Key answers 409, and names the record that is there', () => {
  test.each<Unique>([
    ['a person', '/v0/persons', 'personId', { name: 'P', email: 'p@unique.example' }, 'person_conflict'],
    ['a page', '/v0/pages', 'pageId', { title: 'P', url: newUrl() }, 'page_conflict'],
    ['a domain', '/v0/tenant_domains', 'tenantDomainId', { domain: 'unique.example' }, 'domain_taken'],
    ['a view', '/v0/views', 'viewId', { name: 'Unique', address: '/' }, 'name_taken'],
  ])('of %s', async (_what, path, id, body, code) => {
    const create = () => send<Record<string, string> & Problem>('POST', path, body);
    const first = await create();
    expect(first.status, first.text).toBe(201);
    const { status, body: refused } = await writesNothing(create);
    expect([status, refused.code, refused.conflictingId]).toEqual([409, code, first.body[id]]);
  });

  test('of a page link', async () => {
    const body = { path: '/unique', target: { targetType: 'page', pageId } };
    const create = () => send<{ pageLinkId: string } & Problem>('POST', '/v0/page_links', body);
    const first = await create();
    const { status, body: refused } = await writesNothing(create);
    expect([status, refused.code, refused.conflictingId]).toEqual([409, 'path_taken', first.body.pageLinkId]);
  });

  test('of an audience of a person', async () => {
    const { personId } = await newPerson();
    const create = () => postAudience(pageId, { personId });
    const first = await create();
    const { status, body } = await writesNothing(create);
    expect([status, body]).toMatchObject([
      409,
      { code: 'audience_conflict', conflictingId: first.body.audienceId },
    ]);
  });
});
