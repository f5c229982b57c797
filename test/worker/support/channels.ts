import { env } from 'cloudflare:workers';
import type { Format } from '../../../src/outbound/webhooks/format/formats.ts';
import { type EventType, eventTypes } from '../../../src/vocabulary/events.ts';
import { send } from './client.ts';
import { newPerson } from './persons.ts';
import { ok } from './replies.ts';
import { merge, messageOf, newId, visitOf } from './visits.ts';
import { newWebhook, prepareReceiver, type Receiver, run, type Told, tell } from './webhooks.ts';

// Webhooks of the formats slack and teams, which get sentences.

export const origin = 'https://footfall.test';

/** The receiver of the tests of a file, as of `prepareReceiver`. Nobody waits for the pace of a channel. */
export function prepareChannels(): Receiver {
  const receiver = prepareReceiver();
  beforeEach(() => {
    // The clock stands still, and a channel gets a message a second.
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined);
  });
  return receiver;
}

let serial = 0;
/** A person of a company with this name. */
export async function newColleague(company?: string, fields: object = {}) {
  const domain = `format-${++serial}.example`;
  const person = await newPerson({ name: 'Zoë Lindqvist', email: `zoe@${domain}`, ...fields });
  const accountId = await env.DB.prepare('select account_id as id from accounts where domain = ?')
    .bind(domain)
    .first<string>('id');
  if (company) await ok(send('PATCH', `/v0/accounts/${accountId}`, { name: company }));
  return { ...person, accountId: accountId as string };
}

/** A visit of a page that is over, and what an event about it has. */
export async function newVisit(pageId: string, fields: object = {}) {
  const analyticsSessionId = newId();
  await merge(messageOf(visitOf(analyticsSessionId, { pageId, ...fields }), Date.now()));
  return { analyticsSessionId, pageId };
}

/** A webhook of a channel. Types of visits come to it only if they waited when it was a program's. */
export async function spoken(format: Format, types: readonly EventType[] = eventTypes) {
  const webhook = await newWebhook({ types });
  await env.DB.prepare('update webhooks set format = ? where webhook_id = ?')
    .bind(format, webhook.webhookId)
    .run();
  return webhook;
}

/** Tells channels of events one by one, each in a message of its own. */
export async function tellEach(
  channels: readonly { webhookId: string }[],
  events: readonly Told[],
): Promise<void> {
  for (const event of events) {
    await tell([event]);
    for (const channel of channels) await run(channel);
  }
}

/** What a channel gets to read of events. */
export async function slackTexts(receiver: Receiver, events: readonly Told[]): Promise<string[]> {
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
/** What Slack shows of a message. */
export const sectionOf = (body = '') => {
  const [block, ...others] = (JSON.parse(body) as Section).blocks;
  expect([others.length, block?.elements.length]).toEqual([0, 1]);
  return block?.elements[0] ?? { elements: [] };
};
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** What Teams shows of a message. */
export const cardOf = (body: string) => (JSON.parse(body) as Card).attachments[0]?.content;

/** Somebody who has done what an event tells. */
export const kim = { type: 'person', apiKeyId: 'api_key_x', name: 'kim@acme.example' } as const;
/** The link behind a sentence, as Slack reads it. */
export const at = (path: string) => ` <${origin}/console/#${path}|Open in Footfall>`;
