import { env } from 'cloudflare:workers';
import { newId as newRecordId } from '../../../../../src/lib/ids.ts';
import { eventTypes } from '../../../../../src/vocabulary/events.ts';
import { audienceOf } from '../../../support/audiences.ts';
import {
  at,
  cardOf,
  kim,
  newColleague,
  newVisit,
  origin,
  prepareChannels,
  slackTexts,
  spoken,
  tellEach,
} from '../../../support/channels.ts';
import { send } from '../../../support/client.ts';
import { newLink } from '../../../support/page-links.ts';
import { newPage } from '../../../support/pages.ts';
import { ok } from '../../../support/replies.ts';
import { hour, pass } from '../../../support/times.ts';
import { newId } from '../../../support/visits.ts';
import { pathOf, run, type Told, tell } from '../../../support/webhooks.ts';

const receiver = prepareChannels();

/** The types that any webhook may get: test/worker/outbound/alerts/firing-sentences.test.ts has what alerts fire. */
const ofAll = eventTypes.filter((type) => type !== 'alert.fired');

/** A test that has decided, in the table only. Returns its id. */
async function decidedTest(pageId: string, audienceId: string): Promise<string> {
  const experimentId = newRecordId('experiment');
  const arms = [1, 2].map((versionNumber) => ({
    versionId: `version_${versionNumber}`,
    versionNumber,
    weight: 1,
  }));
  await env.DB.prepare(
    `insert into experiments (experiment_id, page_id, audience_id, goal, arms, author, status, looks, decided_at,
       revision, write_id, created_at, updated_at)
     values (?, ?, ?, 'conversion', ?, 'zoe', 'ended', '[{"peak":4,"decidedAt":5,"isBetter":1}]', 5, 1, '', 1, 1)`,
  )
    .bind(experimentId, pageId, audienceId, JSON.stringify(arms))
    .run();
  return experimentId;
}

/** One event of each type, with its sentence. */
async function everyType(): Promise<[Told, text: string][]> {
  const zoe = await newColleague('Northwind Logistics');
  const { pageId } = await newPage({ title: 'Pricing' });
  const own = await audienceOf(pageId, { personId: zoe.personId });
  const retail = await audienceOf(pageId, { customName: 'Retail' });
  const { pageLinkId } = await newLink({ path: '/zoe', target: { targetType: 'page', pageId } });
  const figures = {
    engagedMs: 130_000,
    activeMs: 130_000,
    elapsedMs: 130_000,
    maxScrollDepthPercentage: 80.9,
  };
  const visit = await newVisit(pageId, { ...figures, audienceId: own.audienceId });
  const related = { ...visit, audienceId: own.audienceId };
  const key = await ok(send<{ apiKeyId: string }>('POST', '/v0/api_keys', { name: 'CRM', scopes: ['read'] }));
  const actor = kim;
  const person = { subject: zoe.personId, actor };
  const personAt = at(`/persons?open=${zoe.personId}`);
  const account = { subject: zoe.accountId, actor };
  const accountAt = at(`/accounts?open=${zoe.accountId}`);
  const page = { subject: pageId, actor };
  const pageAt = at(`/pages/${pageId}`);
  const audience = { subject: retail.audienceId, related: { pageId }, actor };
  const audienceAt = at(`/pages/${pageId}/audiences/${retail.audienceId}`);
  const version = { ...audience, related: { pageId, versionId: retail.latestVersion.versionId } };
  const tested = {
    ...audience,
    related: { pageId, experimentId: await decidedTest(pageId, retail.audienceId) },
  };
  const link = { subject: pageLinkId, related: { pageId }, actor };
  const linkAt = at(`/links?open=${pageLinkId}`);
  const apiKey = { subject: key.apiKeyId, actor };
  const keyAt = at(`/settings?open=${key.apiKeyId}`);
  const open = new URLSearchParams({ view: 'sessions', open: `visit:${pageId}:${visit.analyticsSessionId}` });
  const visitAt = at(`/pages/${pageId}?${String(open).replaceAll('&', '&amp;')}`);
  const who = 'kim@acme.example';
  const someone = 'Zoë Lindqvist (Northwind Logistics)';
  const came = 'opened Pricing through their link: 2 min, 80 % read.';
  return [
    [{ type: 'person.created', ...person }, `${who} created ${someone}.${personAt}`],
    [
      { type: 'person.updated', ...person, changes: ['name', 'email', 'phoneNumber'] },
      `${who} changed the name, the email and the phone of ${someone}.${personAt}`,
    ],
    [{ type: 'person.erased', ...person }, `${who} erased a person.`],
    [{ type: 'person_log.created', ...person }, `${who} sent a log of ${someone}.${personAt}`],
    [{ type: 'account.created', ...account }, `${who} created Northwind Logistics.${accountAt}`],
    [
      { type: 'account.updated', ...account, changes: ['name'] },
      `${who} changed the name of Northwind Logistics.${accountAt}`,
    ],
    [{ type: 'account.erased', ...account }, `${who} erased an account with its last person.`],
    [{ type: 'account_log.created', ...account }, `${who} sent a log of Northwind Logistics.${accountAt}`],
    [{ type: 'page.created', ...page }, `${who} created the page Pricing.${pageAt}`],
    [
      { type: 'page.updated', ...page, changes: ['title'] },
      `${who} changed the title of the page Pricing.${pageAt}`,
    ],
    [
      { type: 'audience.created', ...audience },
      `${who} created the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'audience.updated', ...audience, changes: ['customName'] },
      `${who} changed the name of the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'audience.archived', ...audience },
      `${who} archived the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'audience.restored', ...audience },
      `${who} restored the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'audience_version.created', ...version },
      `${who} began version 1 of the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'audience_version.queued', ...version },
      `${who} asked for version 1 of the audience Retail on Pricing to be published.${audienceAt}`,
    ],
    [
      { type: 'audience_version.published', ...version },
      `${who} published version 1 of the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'audience_version.cancelled', ...version },
      `${who} cancelled version 1 of the audience Retail on Pricing.${audienceAt}`,
    ],
    [
      { type: 'experiment.decided', ...tested },
      `The test of the audience Retail on Pricing is decided: version 2 converts better than the live version.${audienceAt}`,
    ],
    [
      { type: 'experiment.split_broken', ...tested },
      `The visitors of the test of the audience Retail on Pricing do not follow its weights.${audienceAt}`,
    ],
    [{ type: 'page_link.created', ...link }, `${who} created the link /zoe.${linkAt}`],
    [
      { type: 'page_link.updated', ...link, changes: ['path'] },
      `${who} changed the path of the link /zoe.${linkAt}`,
    ],
    [{ type: 'page_link.deleted', ...link }, `${who} deleted the link /zoe.`],
    [{ type: 'session.started', related }, `${someone} ${came}${visitAt}`],
    [
      { type: 'session.engaged', related },
      `${someone} was engaged with Pricing through their link: 2 min, 80 % read.${visitAt}`,
    ],
    [
      { type: 'form.submitted', related },
      `${someone} sent a form on Pricing through their link: 2 min, 80 % read.${visitAt}`,
    ],
    [
      { type: 'account.visited', related, subject: zoe.accountId },
      `Northwind Logistics visited. Zoë Lindqvist ${came}${visitAt}`,
    ],
    [{ type: 'person.visited', related, subject: zoe.personId }, `${someone} ${came}${visitAt}`],
    [{ type: 'api_key.created', ...apiKey }, `${who} created the key “CRM”.${keyAt}`],
    [
      { type: 'api_key.updated', ...apiKey, changes: ['expiresAt'] },
      `${who} changed when the key “CRM” expires.${keyAt}`,
    ],
    [{ type: 'api_key.revoked', ...apiKey }, `${who} revoked the key “CRM”.${keyAt}`],
  ];
}

test('each type of event is a sentence, for Slack and for Teams', async () => {
  const rows = await everyType();
  expect(rows.map(([{ type }]) => type)).toEqual(ofAll);
  // The visit is over.
  pass(hour);
  const channels = [await spoken('slack'), await spoken('teams')] as const;
  await tellEach(
    channels,
    rows.map(([event]) => event),
  );
  const bodies = receiver.received.map(({ body }) => body);
  const slack = bodies.filter((_, place) => place % 2 === 0);
  const teams = bodies.filter((_, place) => place % 2 === 1);
  expect(slack.map((body) => (JSON.parse(body) as { text: string }).text)).toEqual(
    rows.map(([, text]) => text),
  );
  const linked = / <([^|]+)\|Open in Footfall>$/;
  expect(
    teams.map((body) => {
      const { body: blocks = [], actions = [] } = cardOf(body) ?? {};
      return [blocks.map(({ inlines }) => inlines.map(({ text }) => text)), actions.map(({ url }) => url)];
    }),
  ).toEqual(
    rows.map(([, text]) => {
      const url = linked.exec(text)?.[1];
      return [[[text.replace(linked, '')]], url ? [url.replaceAll('&amp;', '&')] : []];
    }),
  );
});

test('what happened more than an hour ago says when', async () => {
  const { pageId } = await newPage({ title: 'Pricing' });
  vi.setSystemTime(new Date('2026-11-24T14:05:30Z'));
  const webhook = await spoken('slack');
  await tell([{ type: 'page.created', subject: pageId, actor: kim }]);
  receiver.answer = () => new Response(null, { status: 500 });
  pass(hour);
  await run(webhook);
  pass(5000);
  await run(webhook);
  const sentence = `kim@acme.example created the page Pricing.${at(`/pages/${pageId}`)}`;
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
    sentence,
    `24 Nov 2026, 14:05 UTC: ${sentence}`,
  ]);
});

test('links have the origin of the request that made or last changed the webhook; without one there are none', async () => {
  const { pageId } = await newPage({ title: 'Pricing' });
  const webhook = await spoken('slack', ['page.created']);
  const linkFrom = async (stored?: string | null) => {
    if (stored !== undefined)
      await env.DB.prepare('update webhooks set console_origin = ?').bind(stored).run();
    receiver.received.length = 0;
    await tell([{ type: 'page.created', subject: pageId, actor: kim }]);
    await run(webhook);
    const [text = ''] = receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
    return text.replace('kim@acme.example created the page Pricing.', '');
  };
  const made = at(`/pages/${pageId}`);
  expect(await linkFrom()).toBe(made);
  const old = 'https://old.example';
  expect(await linkFrom(old)).toBe(made.replace(origin, old));
  expect(await linkFrom(null)).toBe('');
  await ok(send('PATCH', pathOf(webhook), { format: 'slack' }));
  expect(await linkFrom()).toBe(made);
});

test('nothing that an event names has to be there', async () => {
  const gone = (prefix: Parameters<typeof newRecordId>[0]) => newRecordId(prefix);
  const related = {
    pageId: gone('page'),
    audienceId: gone('audience'),
    versionId: gone('version'),
    analyticsSessionId: newId(),
  };
  const texts = await slackTexts(
    receiver,
    ofAll.map((type) => ({ type, subject: gone('person'), related })),
  );
  expect(texts).toHaveLength(ofAll.length);
  for (const text of texts) expect(text).not.toMatch(/undefined|null|NaN/);
  const bare = await slackTexts(
    receiver,
    ofAll.map((type) => ({ type })),
  );
  for (const text of bare) expect(text).not.toMatch(/undefined|null|NaN/);
});
