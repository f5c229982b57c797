import { env } from 'cloudflare:workers';
import type { ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import type { Account } from '../../../../src/people/accounts/schemas.ts';
import { createPerson } from '../../../../src/people/persons/store/create.ts';
import * as audiences from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { eventsOf, listen, told } from '../../support/events.ts';
import { visitTo, withTest } from '../../support/experiments.ts';
import * as links from '../../support/page-links.ts';
import * as pages from '../../support/pages.ts';
import { log, newPerson, patch } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { twice } from '../../support/twice.ts';
import { actOn, publish } from '../../support/versions.ts';
import { merge } from '../../support/visits.ts';

let companies = 0;
const newDomain = () => `told-${++companies}.example`;
const erase = (personId: string) => ok(send('DELETE', `/v0/persons/${personId}`));

const accountOf = (domain: string) =>
  env.DB.prepare('select account_id from accounts where domain = ?').bind(domain).first<string>('account_id');

beforeEach(() => listen());

describe('a write emits the events', () => {
  test('of a person: new, changed by a request and by a log, erased with the account', async () => {
    const domain = newDomain();
    let personId = '';
    const created = await told(async () => {
      ({ personId } = await newPerson({ email: `zoe@${domain}` }));
    });
    expect(created).toEqual(['person.created', 'account.created']);
    const change = (fields: object) => told(() => ok(patch(personId, fields)));
    expect(await change({ name: 'Zoë', email: `zoe.l@${domain}` })).toEqual(['person.updated name email']);
    expect(await change({ name: 'Zoë' })).toEqual([]);
    expect(await change({})).toEqual([]);
    const filled = { phoneNumber: `+4930${Date.now() % 1e8}`, email: `zoe.l@${domain}` };
    expect(await told(() => ok(log({ type: 'call', ...filled })))).toEqual([
      'person.updated phoneNumber',
      'person_log.created',
    ]);
    expect(await told(() => erase(personId))).toEqual(['person.erased', 'account.erased']);
    expect(await told(() => erase(personId).catch(() => {}))).toEqual([]);
  });

  test('of an account: a log for a domain, a name', async () => {
    const domain = newDomain();
    const accountLog = { domain, source: 'crm', type: 'deal', payload: {}, idempotencyKey: domain };
    const write = () => send('POST', '/v0/account_logs', accountLog);
    expect(await told(() => ok(write()))).toEqual(['account.created', 'account_log.created']);
    // A replay.
    expect(await told(() => ok(write()))).toEqual([]);
    const path = `/v0/accounts/${await accountOf(domain)}`;
    const rename = () => ok(send<Account>('PATCH', path, { name: 'Northwind' }));
    const [renamed, ...more] = await eventsOf(rename);
    expect([renamed?.type, renamed?.changes, renamed?.subject, more]).toEqual([
      'account.updated',
      ['name'],
      await accountOf(domain),
      [],
    ]);
    expect(await told(rename)).toEqual([]);
  });

  test('of a page, an audience and its versions', async () => {
    const page = await pages.newPage();
    expect(await told(() => ok(pages.patch(page, { title: 'Prices' })))).toEqual(['page.updated title']);
    const [created, version] = await eventsOf(() => audiences.audienceOf(page.pageId));
    expect([created?.type, created?.related]).toEqual(['audience.created', { pageId: page.pageId }]);
    const audienceId = created?.subject ?? '';
    const versionId = version?.related.versionId;
    expect(version).toMatchObject({
      type: 'audience_version.created',
      subject: audienceId,
      related: { pageId: page.pageId, versionId },
    });
    const of = { pageId: page.pageId, audienceId };
    const change = (fields: object) => told(() => ok(audiences.patch(of, fields)));
    expect(await change({ customName: 'Buyers', supplementaryContext: 'For buyers.' })).toEqual([
      'audience.updated customName',
      'audience.updated supplementaryContext',
    ]);
    expect(await change({ customName: 'Buyers' })).toEqual([]);
    const { latestVersion } = await audiences.read(of);
    expect(await told(() => publish(of, latestVersion))).toEqual([
      'audience_version.queued',
      'audience_version.published',
    ]);
    expect(await told(() => ok(audiences.act(of, 'archive')))).toEqual(['audience.archived']);
    expect(await told(() => ok(audiences.act(of, 'restore')))).toEqual(['audience.restored']);
    expect(await told(() => ok(audiences.act(of, 'versions')))).toEqual(['audience_version.created']);
    const { latestVersion: draft } = await audiences.read(of);
    expect(await told(() => ok(actOn(of, draft, 'cancel')))).toEqual(['audience_version.cancelled']);
  });

  test('of a test: decided, and a split that is broken, each once', async () => {
    const [decided, broken] = [await withTest(), await withTest()];
    const decide = () =>
      merge(...Array.from({ length: 30 }, (_, n) => visitTo(decided, n % 2, { hasConversion: n % 2 === 1 })));
    const isOfTest = ({ type }: { type: string }) => type.startsWith('experiment.');
    const { pageId, audienceId } = decided.of;
    expect((await eventsOf(decide)).filter(isOfTest)).toMatchObject([
      {
        type: 'experiment.decided',
        subject: audienceId,
        related: { pageId, experimentId: decided.test.experimentId },
      },
    ]);
    expect((await eventsOf(decide)).filter(isOfTest)).toEqual([]);
    const breaks = () => merge(...Array.from({ length: 40 }, () => visitTo(broken, 1)));
    expect((await eventsOf(breaks)).filter(isOfTest)).toMatchObject([{ type: 'experiment.split_broken' }]);
    expect((await eventsOf(breaks)).filter(isOfTest)).toEqual([]);
  });

  test('of a page link', async () => {
    const { pageId } = await pages.newPage();
    const [created] = await eventsOf(() => links.newLink({ target: { targetType: 'page', pageId } }));
    expect([created?.type, created?.related]).toEqual(['page_link.created', { pageId }]);
    const link = { pageLinkId: created?.subject ?? '' };
    expect(await told(() => links.patch(link, { path: `/${links.unique()}` }))).toEqual([
      'page_link.updated path',
    ]);
    const remove = () => ok(send('DELETE', links.at(link)));
    expect(await told(remove)).toEqual(['page_link.deleted']);
    expect(await told(remove)).toEqual([]);
  });

  test('of a key: new, rotated, revoked; and not of its use', async () => {
    let key = { apiKeyId: '', key: '' };
    const make = { name: 'CRM', scopes: ['read'] };
    expect(
      await told(async () => {
        key = await ok(send<ApiKeyCreated>('POST', '/v0/api_keys', make));
      }),
    ).toEqual(['api_key.created']);
    const path = `/v0/api_keys/${key.apiKeyId}`;
    expect(await told(() => ok(send('POST', `${path}/rotate`, { overlapSeconds: 60 })))).toEqual([
      'api_key.created',
      'api_key.updated expiresAt',
    ]);
    expect(await told(() => ok(send('DELETE', path)))).toEqual(['api_key.revoked']);
    expect(await told(() => ok(send('DELETE', path)))).toEqual([]);
  });

  test('once, though the answer was lost and the batch ran again', async () => {
    const types = await told(() => createPerson(twice, { name: 'Anna Berg', email: `a@${newDomain()}` }));
    expect(types).toEqual(['person.created', 'account.created']);
  });

  test('only if it is not refused', async () => {
    const { pageId } = await pages.newPage();
    expect(
      await told(() => pages.patch({ pageId } as never, { title: 'x' }, { 'if-match': '"99"' })),
    ).toEqual([]);
  });
});
