import { expect } from 'vitest';
import type { Client } from './client.ts';

/** Writes of all kinds, one after the other, until the client shall write no more. */
export async function writeMixed(client: Client): Promise<void> {
  const { make, change, notes, lane, service } = client;
  const pageId = await make('/v0/pages', { title: 'Page', url: `https://kills.example/${lane}` }, 'pageId');
  notes(['page.created', pageId, null]);

  for (let n = 0; service.wantsMore; n++) {
    const name = `${lane}-${n}`;
    const person = { name: `Person ${name}`, email: `zoe@${name}.example` };
    const personId = await make('/v0/persons', person, 'personId');
    const accountId = await accountOf(client, `${name}.example`);
    notes(['person.created', personId, null], ['account.created', accountId, null]);
    await change(`/v0/persons/${personId}`, { name: `Renamed ${name}` });
    notes(['person.updated', personId, ['name']]);
    await change(`/v0/accounts/${accountId}`, { name: `Company ${name}` });
    notes(['account.updated', accountId, ['name']]);
    await change(`/v0/pages/${pageId}`, { title: `Page ${name}` });
    notes(['page.updated', pageId, ['title']]);
    await writeLogs(client, name, personId, accountId);

    const audiences = `/v0/pages/${pageId}/audiences`;
    const audienceId = await make(audiences, { personId }, 'audienceId');
    notes(['audience.created', audienceId, null], ['audience_version.created', audienceId, null]);
    await writeWords(client, `${audiences}/${audienceId}`, audienceId, name);
    await writeLink(client, name, pageId, audienceId);
    await writeKey(client, name);

    const analyticsSessionId = `session-of-lane-${name}`.padEnd(20, '-');
    const visit = { analyticsSessionId, pageId, audienceId, hasInput: true };
    await client.visit({ ...visit, elapsedMs: 2000, activeMs: 2000, engagedMs: 1000 });
    const form = {
      formSubmissionId: `form-${name}`,
      email: `form@${name}.example`,
      fields: { name: `Form ${name}`, message: `of ${name}` },
    };
    await client.visit({ ...visit, ...(n % 2 === 0 && { formSubmit: form }) });
  }
}

/** Two tests of versions: one whose visits decide it, and one of which only one version has visitors. */
export async function decideTests(client: Client): Promise<void> {
  const page = { title: 'Tests', url: 'https://tests-of-kills.example/' };
  const pageId = await client.make('/v0/pages', page, 'pageId');
  client.notes(['page.created', pageId, null]);
  const decided = await startTest(client, pageId);
  for (let n = 0; n < 40; n++)
    await decided(`decides-${n}`.padEnd(20, '-'), n % 2, { hasConversion: n % 2 === 1 });
  const broken = await startTest(client, pageId);
  for (let n = 0; n < 40; n++) await broken(`breaks-${n}`.padEnd(20, '-'), 1);
}

/** Starts a test of an audience. Returns what sends a visit of one of its versions. */
async function startTest(client: Client, pageId: string) {
  const { ask, make, notes } = client;
  const audiences = `/v0/pages/${pageId}/audiences`;
  const audienceId = await make(audiences, { supplementaryContext: 'First' }, 'audienceId');
  notes(['audience.created', audienceId, null], ['audience_version.created', audienceId, null]);
  const route = `${audiences}/${audienceId}`;
  const latest = async () => (await ask('GET', route)).body.latestVersion;
  const live = await latest();
  await ask('POST', `${route}/versions/${live.versionId}/publish`, {});
  notes(['audience_version.queued', audienceId, null]);
  await expect.poll(latest, { timeout: 30_000 }).toMatchObject({ status: 'published' });
  await ask('PATCH', route, { supplementaryContext: 'Second' });
  notes(['audience_version.created', audienceId, null]);
  const next = await latest();
  const test = { audienceId, goal: 'conversion', arms: [{ versionId: next.versionId }], start: true };
  const experimentId = await make('/v0/experiments', test, 'experimentId');
  const versions = [live.versionId, next.versionId];
  return (analyticsSessionId: string, arm: number, fields: object = {}) =>
    client.visit({
      analyticsSessionId,
      pageId,
      audienceId,
      versionId: versions[arm] ?? null,
      experimentId,
      elapsedMs: 0,
      activeMs: 0,
      engagedMs: 0,
      ...fields,
    });
}

/** The id of the account of a domain. */
async function accountOf(client: Client, domain: string): Promise<string> {
  const { body } = await client.ask('GET', `/v0/accounts?domain=${domain}`);
  const { items } = body as unknown as { items: { accountId: string }[] };
  return items[0]?.accountId ?? '';
}

/** Logs with idempotency keys: of somebody new, of a known person whose blank it fills, of an account. */
async function writeLogs(client: Client, name: string, personId: string, accountId: string): Promise<void> {
  const write = async (route: string, log: object) => {
    const { status, body } = await client.ask('POST', route, log);
    expect(status, JSON.stringify(body)).toBe(201);
    client.logs.push([route, log, body]);
    return body;
  };
  const log = { source: 'kills', type: 'call', payload: { name } };
  const fresh = { email: `new@${name}.example`, idempotencyKey: `new ${name}` };
  const { personId: newId = '' } = await write('/v0/person_logs', { ...log, ...fresh });
  client.notes(['person.created', newId, null], ['person_log.created', newId, null]);
  const [lane = '', n = ''] = name.split('-');
  const phoneNumber = `+4930${1 + Number(lane)}${n.padStart(5, '0')}`;
  await write('/v0/person_logs', { ...log, personId, phoneNumber, idempotencyKey: `fill ${name}` });
  client.notes(['person.updated', personId, ['phoneNumber']], ['person_log.created', personId, null]);
  await write('/v0/account_logs', { ...log, domain: `${name}.example`, idempotencyKey: `account ${name}` });
  client.notes(['account_log.created', accountId, null]);
}

/** Words of an audience: written, published through the queue; then a draft that is cancelled; archived and restored. */
async function writeWords(client: Client, route: string, audienceId: string, name: string): Promise<void> {
  const { ask, notes } = client;
  const act = async (action: string, body: object = {}) => {
    const answer = await ask('POST', `${route}/${action}`, body);
    if (!answer.isRetry) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const words = { customName: `For ${name}`, supplementaryContext: `Words for ${name}` };
  await ask('PATCH', route, words);
  notes(
    ['audience.updated', audienceId, ['customName']],
    ['audience.updated', audienceId, ['supplementaryContext']],
  );
  const { latestVersion } = (await ask('GET', route)).body;
  await act(`versions/${latestVersion.versionId}/publish`, { operationKey: `publish ${name}` });
  notes(['audience_version.queued', audienceId, null]);
  await act('versions');
  const { latestVersion: draft } = (await ask('GET', route)).body;
  notes(['audience_version.created', audienceId, null]);
  await act(`versions/${draft.versionId}/cancel`);
  notes(['audience_version.cancelled', audienceId, null]);
}

/** A link that is made, moved and deleted, and an audience of nobody that is archived and restored. */
async function writeLink(client: Client, name: string, pageId: string, audienceId: string): Promise<void> {
  const target = { targetType: 'audience', audienceId };
  const linkId = await client.make('/v0/page_links', { path: `/first/${name}`, target }, 'pageLinkId');
  client.notes(['page_link.created', linkId, null]);
  const link = `/v0/page_links/${linkId}`;
  await client.change(link, { path: `/second/${name}` });
  client.notes(['page_link.updated', linkId, ['path']]);
  await client.ask('DELETE', link);
  client.notes(['page_link.deleted', linkId, null]);
  // A publish that waits would be cancelled by the archive.
  const personId = await newPerson(client, name);
  const archived = await client.make(`/v0/pages/${pageId}/audiences`, { personId }, 'audienceId');
  client.notes(['audience.created', archived, null], ['audience_version.created', archived, null]);
  for (const action of ['archive', 'restore']) {
    await client.ask('POST', `/v0/pages/${pageId}/audiences/${archived}/${action}`, {});
    client.notes([`audience.${action}d`, archived, null]);
  }
}

async function newPerson(client: Client, name: string): Promise<string> {
  const person = { name: 'Other', email: `other@${name}.example` };
  const personId = await client.make('/v0/persons', person, 'personId');
  client.notes(['person.created', personId, null]);
  return personId;
}

/** A key that is rotated and revoked. If an answer is lost, another is made, so that only tables know how many. */
async function writeKey(client: Client, name: string): Promise<void> {
  const { body } = await client.ask('POST', '/v0/api_keys', { name: `of lane ${name}`, scopes: ['read'] });
  await client.ask('POST', `/v0/api_keys/${body.apiKeyId}/rotate`, { overlapSeconds: 60 });
  await client.ask('DELETE', `/v0/api_keys/${body.apiKeyId}`);
  client.notes(['api_key.revoked', body.apiKeyId ?? '', null]);
}
