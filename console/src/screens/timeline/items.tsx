import type { AccountLog, PersonLog, TimelinePublish } from '@footfall/client';
import { Facts } from '../../kit/facts.tsx';
import { Json } from '../../kit/json.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { dayAndTime, number } from '../../lib/format.ts';
import { link, open } from '../../nav/router.ts';
import type { Whose } from './data.ts';
import { LogMenu } from './log-menu.tsx';
import { typeInWords } from './log-types.ts';
import { calCom, typeform } from './payloads/forms.ts';
import { github } from './payloads/github.ts';
import { hubspot } from './payloads/hubspot.ts';
import { stripe } from './payloads/stripe.ts';

/** The payloads that are known by their shape, whatever their source is called. */
const known = [stripe, hubspot, typeform, calCom, github];

/** What a payload says, as a sentence. Undefined if its shape is not known. It is text of others, never markup. */
export function sentenceOf(payload: unknown): string | undefined {
  for (const read of known) {
    const sentence = read(payload);
    if (sentence) return sentence;
  }
  return undefined;
}

/**
 * Fields that name the event, its time, its kind or an id: they say little to a reader. So do addresses of email, and
 * what a sender says of its own request.
 */
const dull =
  /(?:^|_)(?:id|event|type|time|timestamp|uuid|url|object|created|updated|version|livemode)$|[a-z](?:Id|At|Url)$|_at$/;

/** A time as a number: seconds or milliseconds since 1970, of 2001 to 2286. */
const isEpoch = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && /^[1-9](?:\d{9}|\d{12})$/.test(String(value));

/** An id of another service, such as `cus_9f2Kd81` or a UUID. */
const idPattern = /^(?:[a-z]+_(?=\w*\d)\w{6,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const says = ([name, value]: [name: string, value: unknown]): boolean =>
  /^(?:string|number|boolean)$/.test(typeof value) &&
  value !== '' &&
  !dull.test(name) &&
  !isEpoch(value) &&
  !idPattern.test(String(value)) &&
  !String(value).includes('@');

/** A webhook wraps what happened: `{ data: { object: { … } } }`. */
const deepest = 3;

/** The texts and numbers of a payload that say something: those on the outside first. */
function leavesOf(payload: Record<string, unknown>): [name: string, value: unknown][] {
  const found: [string, unknown][] = [];
  let level = [payload];
  for (let depth = 0; depth < deepest; depth++) {
    const fields = level.flatMap((object) => Object.entries(object));
    found.push(...fields.filter(says));
    level = fields.flatMap(([, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? [value as Record<string, unknown>]
        : [],
    );
  }
  return found;
}

/** What a payload says, in a line: its first texts and numbers. */
export const excerptOf = (payload: Record<string, unknown>): string =>
  leavesOf(payload)
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${String(value).slice(0, 100)}`)
    .join(' · ');

/** A log in a timeline: a sentence if its payload is known, or else its type in words and an excerpt. The payload unfolds. */
export function logItem(at: string, log: PersonLog | AccountLog, { nameOf }: Whose): TimelineItem {
  const { createdAt, occurredAt, source, type, payload } = log;
  const id = 'personLogId' in log ? log.personLogId : log.accountLogId;
  const personId = 'personLogId' in log ? log.personId : undefined;
  const name = personId && nameOf?.(personId);
  const sentence = sentenceOf(payload);
  const excerpt = sentence ? undefined : excerptOf(payload);
  return {
    id,
    at,
    kind: 'log',
    title: sentence ? <span class="sentence">{sentence}</span> : <b>{typeInWords(type)}</b>,
    note: (
      <>
        {name ? `${name} · ${source}` : source}
        {excerpt && <span class="excerpt cut small">{excerpt}</span>}
      </>
    ),
    details: (
      <>
        <Facts
          facts={[
            ['Person', personId && nameOf && <a href={open(personId)}>{name ?? personId}</a>],
            ['Type', <code key="type">{type}</code>],
            ['Happened', occurredAt && dayAndTime(occurredAt)],
            ['Received', dayAndTime(createdAt)],
          ]}
        />
        <Json value={payload} />
        <LogMenu log={log} />
      </>
    ),
  };
}

/** A version of an audience that was made for a person, in a timeline. */
export function publishItem(at: string, publish: TimelinePublish, { nameOf }: Whose): TimelineItem {
  const { audienceId, audienceName, pageId, personId, versionId, versionNumber } = publish;
  const name = nameOf?.(personId);
  return {
    id: versionId,
    at,
    kind: 'publish',
    title: (
      <span class="sentence">
        Version {number(versionNumber)} of <b>{audienceName}</b> published{name && ','}
      </span>
    ),
    note: name && `made for ${name}`,
    details: (
      <Facts
        facts={[
          [
            'Audience',
            <a key="audience" href={link('audience', { pageId, audienceId })}>
              {audienceName}
            </a>,
          ],
          ['For', nameOf && <a href={open(personId)}>{name ?? personId}</a>],
        ]}
      />
    ),
  };
}
