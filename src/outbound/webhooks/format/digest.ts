import { type EventKind, eventsByType, fieldsOf, filled } from '../../../vocabulary/events.ts';
import { campaignAt } from '../../../vocabulary/names.ts';
import { longestMessage } from './formats.ts';
import type { Known, Said, StoredEvent } from './sentence.ts';
import { sentenceOf, timed } from './sentences.ts';
import { named } from './words.ts';

/** What many records of a kind are called. */
const many: Partial<Record<EventKind, (count: number) => string>> = {
  person: (count) => `${count} people`,
  account: (count) => `${count} accounts`,
  audience: (count) => `the pages of ${count} people`,
  page_link: (count) => `${count} links`,
};

/** Events of a message that are one sentence: one event, or those of a type that a campaign has caused. */
type Line = [StoredEvent, ...StoredEvent[]];

/** What the lines of events have in common that are one line. Undefined for an event that has a line of its own. */
function keyOf({ type, actor }: StoredEvent): string | undefined {
  const { campaignId } = actor ?? {};
  return campaignId !== undefined && many[eventsByType[type].of] ? `${campaignId} ${type}` : undefined;
}

/** The sentence of a line. Of one record, it is the sentence of its last event. */
function saidOf(line: Line, knownOf: (event: StoredEvent) => Known, now: number): Said {
  const last = line.at(-1) ?? line[0];
  const count = new Set(line.map(({ subject }) => subject)).size;
  const { type, createdAt } = last;
  const { of, says, inChannels = says } = eventsByType[type];
  const it = many[of]?.(count);
  if (count === 1 || it === undefined) return sentenceOf(last, knownOf(last), now);
  const { campaign } = knownOf(last);
  // Versions are of pages: "published the pages of 40 people".
  const ofIt = says.includes('{version}') ? ` of ${count} people` : ` of ${it}`;
  const text = filled(inChannels, {
    who: [campaign ? `The campaign ${named(campaign.name)}` : 'A campaign'],
    it: [it],
    'of it': [ofIt],
    version: ['the pages'],
    fields: [fieldsOf(line.flatMap(({ changes }) => changes ?? []))],
    logs: ['logs'],
  }).join('');
  const at =
    campaign && last.actor?.campaignId ? campaignAt(campaign.pageId, last.actor.campaignId) : undefined;
  return timed({ text: `${text}.`, at }, createdAt, now);
}

/**
 * The sentences of the first of these events that one message has, at most `most` and 3,000 characters, and how many events
 * they are of. Events of a type that one campaign has caused are one sentence, where the first of them stands.
 */
export function digestOf(
  events: readonly StoredEvent[],
  knownOf: (event: StoredEvent) => Known,
  most: number,
  now: number,
): { said: Said[]; count: number } {
  const lines: { line: Line; said: Said }[] = [];
  const byKey = new Map<string, { line: Line; said: Said }>();
  let length = 0;
  let count = 0;
  for (const event of events) {
    const key = keyOf(event);
    const known = key === undefined ? undefined : byKey.get(key);
    const line: Line = known ? [...known.line, event] : [event];
    const said = saidOf(line, knownOf, now);
    length += said.text.length - (known?.said.text.length ?? 0);
    if (count > 0 && (length > longestMessage || (!known && lines.length === most))) break;
    count += 1;
    const one = Object.assign(known ?? { line, said }, { line, said });
    if (known) continue;
    lines.push(one);
    if (key !== undefined) byKey.set(key, one);
  }
  return { said: lines.map(({ said }) => said), count };
}
