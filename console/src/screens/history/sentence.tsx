import type { Event } from '@footfall/client';
import { whoDid } from '../../../../src/lib/who.ts';
import { type EventType, eventsByType, fieldsOf, filled, isGone } from '../../../../src/vocabulary/events.ts';
import type { ListState } from '../../data/list.ts';
import { useScope } from '../../data/session.ts';
import { ListFooter } from '../../kit/states.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { number } from '../../lib/format.ts';
import { link, open, visitKey } from '../../nav/router.ts';
import { nouns } from './groups.ts';

/** A part of a sentence. */
export type Part = string | { text: string; href: string | undefined };

/** One thing that was done, of one event or of several that one save or one program made. */
export interface Entry {
  /** The newest. */
  event: Event;
  changes: string[];
  count: number;
}

const second = 1000;
const hour = 3_600_000;

/** Within so many milliseconds, events of a type are one thing. */
const spanOf = (type: EventType): number =>
  type.endsWith('.updated') ? second : type.endsWith('_log.created') ? hour : 0;

const isSame = ({ event, ...entry }: Entry & { oldest: number }, next: Event): boolean =>
  event.type === next.type &&
  event.subject === next.subject &&
  JSON.stringify(event.actor) === JSON.stringify(next.actor) &&
  entry.oldest - Date.parse(next.createdAt) < spanOf(event.type);

/** Events as a reader counts them, newest first: what one save changed is one, and so are logs that came together. */
export function entriesOf(events: Event[]): Entry[] {
  const all: (Entry & { oldest: number })[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const changes = event.changes ?? [];
    const oldest = Date.parse(event.createdAt);
    if (last && isSame(last, event)) {
      // What was changed first is said first.
      last.changes = [...changes, ...last.changes];
      last.count += 1;
      last.oldest = oldest;
    } else all.push({ event, changes: [...changes], count: 1, oldest });
  }
  return all.map(({ oldest: _, ...entry }) => entry);
}

function whoOf({ actor }: Event, mayOpenKeys: boolean): Part {
  const text = whoDid(actor);
  if (actor?.type !== 'api_key' && actor?.type !== 'person') return text;
  return { text, href: actor.apiKeyId !== null && mayOpenKeys ? open(actor.apiKeyId) : undefined };
}

/** The address of what an event tells about, while it is there. */
function addressOf({ type, subject, related }: Event): string | undefined {
  if (subject === null || isGone(type)) return undefined;
  const { of } = eventsByType[type];
  if (of === 'page') return link('page', { pageId: subject });
  if (of === 'audience')
    return related.pageId && link('audience', { pageId: related.pageId, audienceId: subject });
  return open(subject);
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A record in the sentence: by its name, or else "a person". The names of persons and companies say what they are. */
function itOf(event: Event, noun: string, name: string | undefined, mayOpenKeys: boolean): Part[] {
  const href = noun === nouns.api_key && !mayOpenKeys ? undefined : addressOf(event);
  if (!name) return [{ text: withArticle(noun), href }];
  const isPlain = noun === nouns.person || noun === nouns.account;
  return [isPlain ? '' : `the ${noun} `, { text: name, href }];
}

export interface Whose {
  /** It stands in the history of the record itself. */
  isOwn: boolean;
  /** The name of a page, or of a version: "version 3". */
  nameOf: (id: string) => string | undefined;
  /** The reader may see keys. */
  mayOpenKeys: boolean;
}

/** What was done as a sentence, in parts of which some lead to a record. */
export function sentenceOf({ event, changes, count }: Entry, { isOwn, nameOf, mayOpenKeys }: Whose): Part[] {
  const { type, subject, related } = event;
  const { of, says } = eventsByType[type];
  const noun = nouns[of];
  const { pageId = '', versionId = '', analyticsSessionId = '' } = related;
  const it = isOwn
    ? [`this ${noun}`]
    : itOf(event, noun, subject === null ? undefined : nameOf(subject), mayOpenKeys);
  const visit = pageId && analyticsSessionId && open(visitKey(pageId, analyticsSessionId));
  return filled<Part>(says, {
    who: [whoOf(event, mayOpenKeys)],
    it,
    'of it': isOwn ? [] : [' of ', ...it],
    fields: [fieldsOf(changes)],
    logs: [count === 1 ? 'a log' : `${number(count)} logs`],
    version: [nameOf(versionId) ?? 'a version'],
    visitor: [{ text: 'A visitor', href: visit || undefined }],
    alert: [{ text: 'An alert', href: subject !== null && mayOpenKeys ? open(subject) : undefined }],
    page: [{ text: nameOf(pageId) ?? 'a page', href: pageId ? link('page', { pageId }) : undefined }],
    through: [],
  });
}

/** A sentence without its links. */
export const textOf = (parts: Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');

const Sentence = ({ parts }: { parts: ReturnType<typeof sentenceOf> }) => (
  <span class="sentence">
    {parts.map((part) =>
      typeof part === 'string' ? (
        part
      ) : part.href === undefined ? (
        <b key={part.text}>{part.text}</b>
      ) : (
        <a key={part.text} href={part.href}>
          {part.text}
        </a>
      ),
    )}
  </span>
);

export interface EventListProps extends Omit<Whose, 'mayOpenKeys'> {
  events: Event[];
  list: ListState<Event>;
}

/** Events as sentences, divided by days and weeks. */
export function EventList({ events, list, ...whose }: EventListProps) {
  const mayOpenKeys = useScope('admin');
  return (
    <>
      <Timeline
        isDivided
        items={entriesOf(events).map((entry) => ({
          id: String(entry.event.sequence),
          at: entry.event.createdAt,
          title: <Sentence parts={sentenceOf(entry, { ...whose, mayOpenKeys })} />,
        }))}
      />
      <ListFooter list={list} label="Show more" />
    </>
  );
}
