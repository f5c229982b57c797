import {
  listWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookDeliveryList,
  type WebhookTest,
  type WebhookUpdate,
} from '@footfall/client';
import { type EventType, eventsByType, eventTypes } from '../../../../src/vocabulary/events.ts';
import { ask, type Match, useItems } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { ago, dayAndTime, number, plural } from '../../lib/format.ts';
import { groups, nouns } from '../history/groups.ts';

/** What receives: `slack`, `teams`, or `json` for a program. */
export type Format = Webhook['format'];

interface FormatWords {
  label: string;
  choice: string;
  hint: string;
  address: string;
  /** What an address looks like. */
  placeholder: string;
}

/** An event that a webhook has sent, and what came of it. */
export type Delivery = WebhookDeliveryList['items'][number];

/** What each format is called, and how its address is found. The one that most look for is first. */
export const formatWords: Record<Format, FormatWords> = {
  slack: {
    label: 'Slack',
    choice: 'A Slack channel',
    hint: 'Sentences with a link to what they are about.',
    address:
      'At api.slack.com/apps: Create New App, From scratch, Incoming Webhooks. Switch them on, add one to a channel, and copy its URL.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  teams: {
    label: 'Teams',
    choice: 'A Teams channel',
    hint: 'Sentences with a link to what they are about.',
    address: 'In Teams: Workflows, “Post to a channel when a webhook request is received”. Copy its URL.',
    placeholder: 'https://….logic.azure.com/workflows/…',
  },
  json: {
    label: 'Program',
    choice: 'A program',
    hint: 'Signed events as JSON, for a server of yours, Zapier, n8n or Make.',
    address: 'It begins with https:// and its host is public.',
    placeholder: 'https://hooks.your-company.example/footfall',
  },
};

/** The formats in the order in which they are offered. */
export const formats = Object.keys(formatWords) as Format[];

/** A longer path of an address is shown by its end, which distinguishes addresses of one host. */
const longestPath = 16;
const shownOfPath = 4;

/** An address as it differs from others: its host, and its path or the end of that. */
export function placeOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = `${pathname}${search}`.replace(/^\/$/, '');
  return path.length > longestPath ? `${host}/…${path.slice(-shownOfPath)}` : `${host}${path}`;
}

/** What a webhook is called: "Slack: hooks.slack.com/…9xQz". */
export const receiverOf = ({ format, url }: Pick<Webhook, 'format' | 'url'>): string =>
  `${formatWords[format].label}: ${placeOf(url)}`;

/** A type of event as one reads it: "Person: changed", "Visit: for a person". */
export function typeName(type: EventType): string {
  const { of, label } = eventsByType[type];
  if (label.startsWith('Visit ')) return label.replace('Visit ', 'Visit: ');
  const noun = nouns[of];
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** The end of an id that distinguishes records. */
const shownOfId = 4;

/**
 * What a webhook is called among others. Where several have one name, the end of the id and what each sends tell them
 * apart: "Slack: hooks.slack.com/…9xQz (…v4xe: Who came)".
 */
export function receiverAmong(
  webhook: Pick<Webhook, 'webhookId' | 'format' | 'url' | 'types'>,
  all: readonly Pick<Webhook, 'webhookId' | 'format' | 'url'>[],
): string {
  const { webhookId, types } = webhook;
  const name = receiverOf(webhook);
  return all.some((other) => other.webhookId !== webhookId && receiverOf(other) === name)
    ? `${name} (…${webhookId.slice(-shownOfId)}: ${typesInWords(types)})`
    : name;
}

/** So many types or groups are named. */
const mostNamed = 3;

/** Which events are sent, in few words: "All", "Who came, Forms", "Form: sent a form", or how many types. */
export function typesInWords(types: readonly EventType[]): string {
  if (types.length === eventTypes.length) return 'All';
  const whole = groups.filter((group) => group.types.every((type) => types.includes(type)));
  const inGroups = new Set(whole.flatMap((group) => group.types));
  const rest = types.filter((type) => !inGroups.has(type));
  const names = [...whole.map(({ label }) => label), ...rest.map(typeName)];
  return names.length > mostNamed ? plural(types.length, 'type') : names.join(', ');
}

/** Whether events are sent, and if not, why. `tone` is its badge's. */
export interface WebhookState {
  tone: 'good' | 'warn' | 'bad';
  badge: string;
  /** What else there is to know. */
  why?: string;
}

/** Whether a webhook sends, as one reads it. */
export function stateOf({
  isEnabled,
  disabledReason,
  failingSince,
}: Pick<Webhook, 'isEnabled' | 'disabledReason' | 'failingSince'>): WebhookState {
  if (isEnabled)
    return failingSince === null
      ? { tone: 'good', badge: 'On' }
      : { tone: 'warn', badge: 'Failing', why: `Nothing has arrived since ${dayAndTime(failingSince)}.` };
  switch (disabledReason) {
    case 'gone':
      return { tone: 'bad', badge: 'Off', why: 'It answered 410: it is gone for good.' };
    case 'failing':
      return { tone: 'bad', badge: 'Off', why: 'Nothing arrived for five days.' };
    default:
      return { tone: 'warn', badge: 'Off', why: 'Someone switched it off.' };
  }
}

type Outcome = Pick<WebhookTest, 'statusCode' | 'error'>;

/** What came of an attempt that failed: "It answered 503." */
export function failureOf({ statusCode, error }: Outcome): string {
  switch (error) {
    case 'timeout':
      return 'No answer came in 20 seconds.';
    case 'connection':
      return 'It cannot be reached.';
    case 'redirect':
      return `It answered ${statusCode} with another address, which is not followed.`;
    case 'refused_address':
      return 'Footfall does not send to this address: its host must be public.';
    default:
      return statusCode === null ? 'It failed.' : `It answered ${statusCode}.`;
  }
}

/** What came of a test, in words. */
export const testInWords = (test: WebhookTest, format: Format): string =>
  test.isDelivered
    ? `It arrived: ${test.statusCode} after ${number(test.durationMs)} ms.${format === 'json' ? '' : ' Check the channel.'}`
    : `It did not arrive. ${failureOf(test)}`;

/** What became of a delivery: the words and the tone of its badge. */
export const deliveryStates: Record<Delivery['status'], { badge: string; tone: WebhookState['tone'] }> = {
  succeeded: { badge: 'Arrived', tone: 'good' },
  waiting: { badge: 'Waiting', tone: 'warn' },
  given_up: { badge: 'Failed', tone: 'bad' },
};

/** When a delivery that waits is sent. */
function nextInWords({ attempts, nextAttemptAt }: Delivery, isOn: boolean, now: number): string {
  if (!isOn) return 'It waits until the webhook is switched on.';
  return attempts === 0 || nextAttemptAt === null
    ? 'It is about to be sent.'
    : `Next attempt ${ago(nextAttemptAt, now)}.`;
}

/** A delivery in a line: what the last attempt came to, how many there were, and what is next. `isOn`: its webhook sends. */
export function deliveryInWords(delivery: Delivery, isOn: boolean, now = Date.now()): string {
  const { status, attempts, statusCode, error, durationMs } = delivery;
  const took = durationMs === null ? '' : ` after ${number(durationMs)} ms`;
  const outcome =
    status === 'succeeded' ? `${statusCode ?? 'Accepted'}${took}.` : failureOf({ statusCode, error });
  return [
    attempts > 0 && outcome,
    attempts > 1 && `${number(attempts)} attempts.`,
    status === 'waiting' && nextInWords(delivery, isOn, now),
  ]
    .filter(Boolean)
    .join(' ');
}

/** All webhooks: a workspace has 20 at most. */
export const useWebhooks = (): QueryState<Webhook[]> => useItems('webhooks', listWebhooks);

/** Changes a webhook, if it is as it was read. */
export const changeWebhook = (id: string, body: WebhookUpdate, match: Match) =>
  ask(updateWebhook, { path: { webhook_id: id }, body, headers: match });
