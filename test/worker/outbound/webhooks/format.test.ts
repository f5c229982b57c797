import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import costDocument from '../../../../docs/operators/cost.md?raw';
import { newId as newRecordId } from '../../../../src/lib/ids.ts';
import type { WebhookTest } from '../../../../src/outbound/webhooks/delivery-schemas.ts';
import type { Format } from '../../../../src/outbound/webhooks/format/formats.ts';
import { importedId } from '../../../../src/visits/sessions/ids.ts';
import { type EventType, eventTypes } from '../../../../src/vocabulary/events.ts';
import { audienceOf } from '../../support/audiences.ts';
import { type Problem, type Reply, send } from '../../support/client.ts';
import { newLink } from '../../support/page-links.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, once, violationsOf } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { costOf } from '../../support/statements.ts';
import { pass } from '../../support/times.ts';
import { merge, messageOf, newId, visitOf } from '../../support/visits.ts';
import {
  deliveriesOf,
  forgetAll,
  newWebhook,
  pathOf,
  prepareReceiver,
  run,
  type Told,
  tell,
} from '../../support/webhooks.ts';

const hour = 3_600_000;
const origin = 'https://footfall.test';

const receiver = prepareReceiver();
beforeEach(() => {
  // The clock stands still, and a channel gets a message a second.
  vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined);
});

/** The types that any webhook may get: test/worker/outbound/alerts/firing-sentences.test.ts has what alerts fire. */
const ofAll = eventTypes.filter((type) => type !== 'alert.fired');

let serial = 0;
/** A person of a company with this name. */
async function newColleague(company?: string, fields: object = {}) {
  const domain = `format-${++serial}.example`;
  const person = await newPerson({ name: 'Zoë Lindqvist', email: `zoe@${domain}`, ...fields });
  const accountId = await env.DB.prepare('select account_id as id from accounts where domain = ?')
    .bind(domain)
    .first<string>('id');
  if (company) await ok(send('PATCH', `/v0/accounts/${accountId}`, { name: company }));
  return { ...person, accountId: accountId as string };
}

/** A visit of a page that is over, and what an event about it has. */
async function newVisit(pageId: string, fields: object = {}) {
  const analyticsSessionId = newId();
  await merge(messageOf(visitOf(analyticsSessionId, { pageId, ...fields }), Date.now()));
  return { analyticsSessionId, pageId };
}

/** A webhook of a channel. Types of visits come to it only if they waited when it was a program's. */
async function spoken(format: Format, types: readonly EventType[] = eventTypes) {
  const webhook = await newWebhook({ types });
  await env.DB.prepare('update webhooks set format = ? where webhook_id = ?')
    .bind(format, webhook.webhookId)
    .run();
  return webhook;
}

/** Tells channels of events one by one, each in a message of its own. */
async function tellEach(channels: readonly { webhookId: string }[], events: readonly Told[]): Promise<void> {
  for (const event of events) {
    await tell([event]);
    for (const channel of channels) await run(channel);
  }
}

/** What a channel gets to read of events. */
async function slackTexts(events: readonly Told[]): Promise<string[]> {
  await tellEach([await spoken('slack')], events);
  return receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
}

interface Card {
  attachments: {
    content: { body: { inlines: { text: string }[] }[]; actions: { title: string; url: string }[] };
  }[];
}
interface Section {
  blocks: { elements: { elements: { type: string; text: string; url?: string }[] }[] }[];
}
const sectionOf = (body = '') => {
  const [block, ...others] = (JSON.parse(body) as Section).blocks;
  expect([others.length, block?.elements.length]).toEqual([0, 1]);
  return block?.elements[0] ?? { elements: [] };
};
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cardOf = (body: string) => (JSON.parse(body) as Card).attachments[0]?.content;

const kim = { type: 'person', apiKeyId: 'api_key_x', name: 'kim@acme.example' } as const;
const at = (path: string) => ` <${origin}/console/#${path}|Open in Footfall>`;

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

describe('a whole body', () => {
  const body = async (format: Format) => {
    const { pageId } = await newPage({ title: 'R&D <2>' });
    const webhook = await spoken(format);
    await tell([{ type: 'page.created', subject: pageId, actor: { type: 'api_key', name: 'CRM' } }]);
    await run(webhook);
    const [request] = receiver.received;
    expect(new Webhook(webhook.secret).verify(request?.body ?? '', request?.headers ?? {})).toBeDefined();
    return { sent: JSON.parse(request?.body ?? ''), url: `${origin}/console/#/pages/${pageId}` };
  };

  test('of Slack', async () => {
    const { sent, url } = await body('slack');
    expect(sent).toEqual({
      text: `The key “CRM” created the page “R&amp;D &lt;2&gt;”. <${url}|Open in Footfall>`,
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'The key “CRM” created the page “R&D <2>”. ' },
                { type: 'link', url, text: 'Open in Footfall' },
              ],
            },
          ],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  test('of Teams', async () => {
    const { sent, url } = await body('teams');
    expect(sent).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'The key “CRM” created the page “R&D <2>”.' }],
              },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in Footfall', url }],
          },
        },
      ],
    });
  });
});

describe('who came', () => {
  /** The sentence of a visit, without its link. */
  const sentence = async (visit: Record<string, string>, told: Partial<Told> = {}) =>
    (await slackTexts([{ type: 'session.started', related: visit, ...told }]))[0]?.replace(/ <.*/, '');

  test('a visit that may go on says so, and too little is not said', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const first = await newVisit(pageId, { engagedMs: 12_900, maxScrollDepthPercentage: 0.4 });
    expect(await sentence(first)).toBe('A visitor opened Pricing: 12 s so far.');
    const brief = await newVisit(pageId, { engagedMs: 900 });
    receiver.received.length = 0;
    expect(await sentence(brief)).toBe('A visitor opened Pricing.');
    const long = await newVisit(pageId, {
      elapsedMs: 4 * hour,
      activeMs: 4 * hour,
      engagedMs: hour + 5 * 60_000,
      maxScrollDepthPercentage: 100,
    });
    receiver.received.length = 0;
    expect(await sentence(long)).toBe('A visitor opened Pricing: 1 h 5 min, 100 % read so far.');
  });

  test('of an audience that is of nobody', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const { audienceId } = await audienceOf(pageId, { customName: 'Retail' });
    const visit = await newVisit(pageId, { audienceId, engagedMs: 0 });
    expect(await sentence({ ...visit, audienceId })).toBe('A visitor of the audience Retail opened Pricing.');
  });

  test('who names themselves in a form is who sent it', async () => {
    const anna = await newColleague('Contoso', { name: 'Anna Berg' });
    const { pageId } = await newPage({ title: 'Pricing' });
    const zoe = await newColleague('Northwind Logistics');
    const { audienceId } = await audienceOf(pageId, { personId: zoe.personId });
    const form = { formSubmit: { formSubmissionId: 'f', email: anna.email ?? '' } };
    const visit = await newVisit(pageId, { audienceId, engagedMs: 0, ...form });
    expect(await sentence({ ...visit, audienceId }, { type: 'form.submitted' })).toBe(
      'Anna Berg (Contoso) sent a form on Pricing.',
    );
  });

  test('an erased person is not named, also where the visit was theirs', async () => {
    const zoe = await newColleague();
    const { pageId } = await newPage({ title: 'Pricing' });
    const { audienceId } = await audienceOf(pageId, { personId: zoe.personId });
    const visit = await newVisit(pageId, { audienceId, engagedMs: 0 });
    await ok(send('DELETE', `/v0/persons/${zoe.personId}`));
    const related = { ...visit, audienceId };
    const texts = await slackTexts([
      { type: 'person.created', subject: zoe.personId, actor: kim },
      { type: 'account.updated', subject: zoe.accountId, changes: ['name'] },
      { type: 'session.started', related },
      { type: 'form.submitted', related },
      { type: 'person.visited', subject: zoe.personId },
      { type: 'account.visited', subject: zoe.accountId, related },
      // As the events of who came are when recipients are forgotten.
      { type: 'person.visited' },
      { type: 'account.visited' },
    ]);
    expect(texts.map((text) => text.replace(/ <.*/, ''))).toEqual([
      'kim@acme.example created an erased person.',
      'Something outside Footfall changed the name of an erased account.',
      'An erased person opened Pricing through their link.',
      'An erased person sent a form on Pricing through their link.',
      'An erased person opened a page through their link.',
      'An erased account visited. An erased person opened Pricing through their link.',
      'A person opened a page through their link.',
      'A company visited. A visitor opened a page.',
    ]);
  });

  test('a name with nothing to see is none', async () => {
    const { personId } = await newPerson();
    await env.DB.prepare("update persons set name = char(160) || ' ', email = null where person_id = ?")
      .bind(personId)
      .run();
    const { pageId } = await newPage({ title: 'Pricing' });
    const { audienceId } = await audienceOf(pageId, { personId });
    const visit = await newVisit(pageId, { audienceId, engagedMs: 0 });
    const related = { ...visit, audienceId };
    const actor = { type: 'person', name: ' ' } as const;
    const { accountId } = await newColleague('Northwind Logistics');
    const texts = await slackTexts([
      { type: 'person.created', subject: personId, actor },
      { type: 'account.visited', subject: accountId, related },
      { type: 'person.visited', subject: personId, related },
      { type: 'form.submitted', related },
    ]);
    expect(texts.map((text) => text.replace(/ <.*/, ''))).toEqual([
      'Someone created a person without a name.',
      'Northwind Logistics visited. A person without a name opened Pricing through their link.',
      'A person without a name opened Pricing through their link.',
      'A person without a name sent a form on Pricing through their link.',
    ]);
  });

  test.each([
    ['Pricing', 'Pricing'],
    ['Research & Development', 'Research & Development'],
    ['Jean-Luc O’Hara', 'Jean-Luc O’Hara'],
    ['zoe@northwind.example', 'zoe@northwind.example'],
    ['Trailmark: know who walks in', '“Trailmark: know who walks in”'],
    ['Kim left. Zoë came', '“Kim left. Zoë came”'],
    ['The “best” page', '“The "best" page”'],
    ['evil.example/path', '“evil.example/path”'],
  ])('a title with other signs than words have is in quotation marks: %s', async (title, shown) => {
    const { pageId } = await newPage({ title });
    const [text] = await slackTexts([{ type: 'page.created', subject: pageId, actor: kim }]);
    expect(text).toBe(`kim@acme.example created the page ${escaped(shown)}.${at(`/pages/${pageId}`)}`);
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

  test('an imported visit says when it was', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const { audienceId } = await audienceOf(pageId, { customName: 'Retail' });
    const analyticsSessionId = newId();
    const times = { sessionStartedAt: '2026-03-05T09:30:00Z', sessionEndedAt: '2026-03-05T09:40:00Z' };
    await ok(importSessions(pageId, [{ analyticsSessionId, audienceId, ...times }]));
    expect(await sentence({ pageId, analyticsSessionId: importedId(analyticsSessionId) })).toMatch(
      /^5 Mar 2026, 09:30 UTC: A visitor opened Pricing/,
    );
  });

  test('nothing that an event names has to be there', async () => {
    const gone = (prefix: Parameters<typeof newRecordId>[0]) => newRecordId(prefix);
    const related = {
      pageId: gone('page'),
      audienceId: gone('audience'),
      versionId: gone('version'),
      analyticsSessionId: newId(),
    };
    const texts = await slackTexts(ofAll.map((type) => ({ type, subject: gone('person'), related })));
    expect(texts).toHaveLength(ofAll.length);
    for (const text of texts) expect(text).not.toMatch(/undefined|null|NaN/);
    const bare = await slackTexts(ofAll.map((type) => ({ type })));
    for (const text of bare) expect(text).not.toMatch(/undefined|null|NaN/);
  });
});

test('names cannot leave the sentence', async () => {
  const { personId } = await newPerson({ name: 'X' });
  const { pageId } = await newPage();
  const types: EventType[] = ['person.created', 'page.created'];
  const channels = [await spoken('slack', types), await spoken('teams', types)] as const;
  const hostile = fc.constantFrom(
    ...['<!channel>', '<@U123>', '<https://evil.example|Open in Footfall>', '&lt;!here&gt;', '> quote', '\n'],
    ...['\u2028', '\u202e', '\u200b', '\0', '|', '[a](b)', '{{DATE(2017-02-14T06:08:00Z)}}', 'Zoë'],
    ...['*bold*', '`code`', ':tada:', 'https://evil.example/', '“', '”. The key “CRM', '. '],
  );
  const name = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 30 })
    .map((parts) => parts.join('').toWellFormed());
  await fc.assert(
    fc.asyncProperty(name, async (text) => {
      // Past all checks of the interface.
      await env.DB.batch([
        env.DB.prepare('update persons set name = ? where person_id = ?').bind(text, personId),
        env.DB.prepare('update pages set title = ? where page_id = ?').bind(text, pageId),
      ]);
      receiver.received.length = 0;
      await tellEach(channels, [
        { type: 'person.created', subject: personId, actor: { type: 'api_key', name: text } },
        { type: 'page.created', subject: pageId, actor: { type: 'person', name: text } },
      ]);
      const [one, card, two, another] = receiver.received.map(({ body }) => body);
      const cards = [card ?? '', another ?? ''];
      for (const body of [one, two]) {
        const { text: said } = JSON.parse(body ?? '') as { text: string };
        const [, words = said] =
          /^(.*) <https:\/\/footfall\.test\/[^|<>]*\|Open in Footfall>$/s.exec(said) ?? [];
        expect(words).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
        expect(said).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u200b]/u);
        expect(said.length).toBeLessThan(2000);
        const { elements } = sectionOf(body);
        expect(elements.map(({ type }) => type)).toEqual(['text', 'link']);
        expect(elements[1]).toMatchObject({ text: 'Open in Footfall' });
        expect(elements[1]?.url).toMatch(/^https:\/\/footfall\.test\/console\/#\/\w+/);
        expect(escaped(elements[0]?.text ?? '')).toBe(`${words} `);
        // Nothing but words stands outside quotation marks.
        expect(elements[0]?.text.replaceAll(/“[^“”]*”/gu, '')).toMatch(/^[\p{L}\p{M}\p{N}@.’'& -]*$/u);
      }
      expect(cards).toHaveLength(2);
      for (const body of cards) {
        const { body: blocks = [], actions = [] } = cardOf(body) ?? {};
        expect([blocks.length, actions.length]).toEqual([1, 1]);
        expect(blocks[0]?.inlines[0]?.text).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u200b]/u);
        expect(actions[0]?.url).toMatch(/^https:\/\/footfall\.test\/console\/#\/\w+/);
      }
    }),
    { numRuns: 60 },
  );
});

test('a format can be changed, and holds from then on', async () => {
  const webhook = await newWebhook();
  expect(webhook.format).toBe('json');
  await tell([{ type: 'page.created', subject: 'page_x' }]);
  await run(webhook);
  await ok(send('PATCH', pathOf(webhook), { format: 'slack' }));
  await tell([{ type: 'page.created', subject: 'page_x' }]);
  await run(webhook);
  expect(receiver.received.map(({ body }) => Object.keys(JSON.parse(body) as object)[0])).toEqual([
    'type',
    'text',
  ]);
  expect(await ok(send('GET', pathOf(webhook)))).toMatchObject({ format: 'slack' });
});

describe('a channel gets no message for each visit', () => {
  const refusal = async (reply: Promise<Reply<Problem>>) => violationsOf(await reply);
  const visits: EventType[] = ['page.created', 'session.started', 'session.engaged'];
  const both = ['body types.1 not_allowed', 'body types.2 not_allowed'];

  test.each(['slack', 'teams'])('of %s', async (format) => {
    const url = 'https://hooks.example/';
    const body = { url, format, types: visits };
    expect(await refusal(once<Problem>('POST', '/v0/webhooks', body))).toEqual(both);
    const program = await newWebhook({ types: visits });
    expect(await refusal(once<Problem>('PATCH', pathOf(program), { format, types: visits }))).toEqual(both);
    // What the other field is stands in the database.
    expect(await refusal(send<Problem>('PATCH', pathOf(program), { format }))).toEqual([
      'body format not_allowed',
    ]);
    const channel = await newWebhook({ format });
    expect(await refusal(send<Problem>('PATCH', pathOf(channel), { types: visits }))).toEqual(both);
    expect(await ok(send('GET', pathOf(program)))).toMatchObject({ format: 'json', types: visits });
    expect(await ok(send('GET', pathOf(channel)))).toMatchObject({ format, types: ['page.created'] });
    await ok(send('PATCH', pathOf(program), { format, types: ['page.created'] }));
    await ok(send('PATCH', pathOf(program), { format: 'json', types: visits }));
  });

  test('a flood of visits with a public key sends it one message for a person and a company a day', async () => {
    const zoe = await newColleague('Northwind Logistics');
    const { pageId } = await newPage();
    const { audienceId } = await audienceOf(pageId, { personId: zoe.personId });
    const channel = await newWebhook({
      format: 'slack',
      types: eventTypes.filter((type) => !type.startsWith('session.')),
    });
    const seen = { audienceId, engagedMs: 60_000, hasInput: true };
    for (let visit = 0; visit < 50; visit++) await newVisit(pageId, seen);
    await run(channel);
    expect(receiver.received).toHaveLength(1);
    const { elements } = sectionOf(receiver.received[0]?.body);
    expect(elements.filter(({ type }) => type === 'link')).toHaveLength(2);
  });
});

test('a test says in its format that the channel can be reached', async () => {
  for (const format of ['slack', 'teams'] as const) {
    const webhook = await newWebhook({ format });
    const { isDelivered } = await ok(send<WebhookTest>('POST', `${pathOf(webhook)}/test`));
    expect(isDelivered).toBe(true);
  }
  const [slack = '', teams = ''] = receiver.received.map(({ body }) => body);
  expect((JSON.parse(slack) as { text: string }).text).toBe('Footfall can reach this channel.');
  expect(cardOf(teams)).toMatchObject({
    body: [{ inlines: [{ text: 'Footfall can reach this channel.' }] }],
    actions: [],
  });
});

test('a deleted webhook keeps no origin, and one without it has no links', async () => {
  const { pageId } = await newPage({ title: 'Pricing' });
  const webhook = await newWebhook({ format: 'slack' });
  const originOf = () =>
    env.DB.prepare('select console_origin as o from webhooks where webhook_id = ?')
      .bind(webhook.webhookId)
      .first<string | null>('o');
  expect(await originOf()).toBe(origin);
  await env.DB.prepare('update webhooks set console_origin = null').run();
  await tell([{ type: 'page.created', subject: pageId, actor: kim }]);
  await run(webhook);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
    'kim@acme.example created the page Pricing.',
  ]);
  await ok(send('PATCH', pathOf(webhook), { format: 'slack' }));
  expect(await originOf()).toBe(origin);
  await ok(send('DELETE', pathOf(webhook)));
  expect(await originOf()).toBeNull();
});

test('each attempt names people as they are called by then, and nothing stored names them', async () => {
  const zoe = await newColleague('Northwind Logistics');
  const webhook = await spoken('slack', ['person.created']);
  await tell([{ type: 'person.created', subject: zoe.personId, actor: kim }]);
  receiver.answer = ({ body }) => new Response(body, { status: 500 });
  await run(webhook);
  expect((await deliveriesOf(webhook))[0]?.answer).toContain('Zoë Lindqvist');
  await ok(send('DELETE', `/v0/persons/${zoe.personId}`));
  pass(5000);
  receiver.received.length = 0;
  await run(webhook);
  expect(receiver.received[0]?.body).toContain('created an erased person.');
  for (const table of ['events', 'webhook_deliveries', 'webhook_answers']) {
    const { results } = await env.DB.prepare(`select * from ${table}`).all();
    expect(JSON.stringify(results)).not.toMatch(/Zoë|Northwind|zoe@/);
  }
});

describe('the price', () => {
  const costs = async (format: Format, told: Told[]) => {
    const webhook = await spoken(format);
    await tell(told);
    const { trips, read, written } = await costOf(() => run(webhook));
    await forgetAll();
    return { trips, read, written };
  };

  test('of 20 sentences stands in docs/operators/cost.md', async () => {
    const places: { page: Told; person: Told; version: Told; visit: Told }[] = [];
    for (let index = 0; index < 20; index++) {
      const { personId, email } = await newColleague(`Company ${index}`);
      const { pageId } = await newPage();
      const { audienceId, latestVersion } = await audienceOf(pageId, { personId });
      const form = { formSubmit: { formSubmissionId: 'f', email: email ?? '' } };
      const visit = await newVisit(pageId, { audienceId, ...form });
      const related = { pageId, versionId: latestVersion.versionId };
      places.push({
        page: { type: 'page.created', subject: pageId },
        person: { type: 'person.updated', subject: personId, changes: ['name'] },
        version: { type: 'audience_version.published', subject: audienceId, related },
        visit: { type: 'session.started', related: { ...visit, audienceId } },
      });
    }
    const all: [of: string, told: Told[]][] = [
      ['20 pages', places.map(({ page }) => page)],
      ['20 persons', places.map(({ person }) => person)],
      ['20 versions, each of an audience of its own', places.map(({ version }) => version)],
      [
        '20 `person.visited`',
        places.map(({ visit, person }) => ({
          ...visit,
          type: 'person.visited',
          subject: person.subject ?? '',
        })),
      ],
      ['20 visits with a form, each of a person of their own', places.map(({ visit }) => visit)],
      ['20 events of one person', Array(20).fill(places[0]?.person)],
    ];
    const lines: string[] = [];
    for (const [of, told] of all) {
      const json = await costs('json', told);
      const slack = await costs('slack', told);
      expect(slack.written).toBe(json.written);
      lines.push(`| ${of} | ${slack.trips - json.trips} | ${slack.read - json.read} |`);
    }
    const documented = costDocument.split('\n## Sentences\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
    expect(documented.filter((line) => /^\| (?!sentences|---)/.test(line))).toEqual(lines);
  });
});
