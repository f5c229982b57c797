import { hourMs } from '../../../lib/durations.ts';
import { quoted } from '../../../lib/quoted.ts';
import {
  type EventKind,
  type EventType,
  eventsByType,
  fieldsOf,
  filled,
  isGone,
} from '../../../vocabulary/events.ts';
import { firedSentences } from '../../../vocabulary/firing-sentences.ts';
import { shownAt } from '../../../vocabulary/names.ts';
import type { Facts, Kind, Known, Said, SentenceSource, StoredEvent, Wanted } from './sentence.ts';
import { visitSentence } from './visits.ts';
import { audienceNameOf, named, who, withCompany } from './words.ts';

type Ids = Record<string, string | null>;

/** A time to the minute, as sentences have it. */
const minute = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const satisfies Intl.DateTimeFormatOptions;

const called = (customName: string | null, personName: string | null, audienceNumber: number | null) =>
  audienceNumber === null ? undefined : audienceNameOf({ customName, personName, audienceNumber });

/** What the records of a firing are called, by their ids. */
function namesIn({ facts, ...of }: Facts['firing'], { account, person, page }: Known, ids: Ids) {
  const report = facts.type === 'weekly_report' ? facts : undefined;
  const { audienceId, against } = report?.bestAudience ?? {};
  const accounts = [of.account1, of.account2, of.account3, of.account4, of.account5];
  return new Map([
    [ids.accountId, account && named(account.name)],
    [ids.personId, person && withCompany(person.name, person.company)],
    [ids.pageId, page?.title],
    [audienceId, called(of.customName, of.personName, of.audienceNumber)],
    [against?.audienceId, called(of.againstCustomName, of.againstPersonName, of.againstNumber)],
    ...(report?.accountIds ?? []).map((id, place) => [id, accounts[place]] as const),
  ]);
}

/** Where the console shows what an alert is about, if it is not gone. */
function addressOf({ account, person, page, firing }: Known, ids: Ids): string | undefined {
  if (firing?.facts.type === 'service_stalled') return '/settings?part=system';
  if (account && ids.accountId) return shownAt('account', ids.accountId);
  if (person && ids.personId) return shownAt('person', ids.personId);
  return page && ids.pageId ? shownAt('page', ids.pageId) : undefined;
}

/** A time in the time zone of an alert. */
function timeIn(timezone: string | null, at: number): string {
  const timeZone = timezone ?? 'UTC';
  return `${new Intl.DateTimeFormat('en-GB', { ...minute, timeZone }).format(at)} (${timeZone})`;
}

/** The visit before a firing, in words, in the time zone of the alert. */
function lastVisit({ openedAt, openedPage, openedBy, timezone }: Facts['firing']) {
  if (openedAt === null) return undefined;
  return {
    person: openedBy ? named(openedBy) : undefined,
    page: openedPage ? named(openedPage) : 'a page',
    at: timeIn(timezone, openedAt),
  };
}

/** How what alerts fire becomes sentences, with the name of the alert before them. */
const alertSentence: SentenceSource = {
  wants: ({ related: { firingId, accountId, personId, pageId } }) => ({
    firing: firingId,
    account: accountId,
    person: personId,
    page: pageId,
  }),
  says: ({ related }, known) => {
    const { firing } = known;
    if (!firing)
      return {
        text: 'What an alert has fired is not kept any more: it is old, or about somebody who is erased.',
      };
    const names = namesIn(firing, known, related);
    const subject = related.accountId ?? related.personId ?? related.pageId ?? null;
    const lines = firedSentences(
      { subject, facts: firing.facts, last: lastVisit(firing) },
      {
        number: String,
        day: String,
        date: String,
        time: (at) => timeIn(firing.timezone, Date.parse(at)),
        nameOf: (id) => names.get(id) ?? '',
      },
    );
    const name = firing.alertName ? `${firing.alertName}: ` : '';
    return { text: `${name}${lines.join('\n')}`, at: addressOf(known, related) };
  },
};

/** How records of a kind are named within a sentence. */
interface Naming {
  wants: (id: string | null) => Wanted;
  it: (known: Known) => string;
  isKnown: (known: Known) => boolean;
}

/** `gone` stands for a record of which nothing is known. */
const naming = <K extends Kind>(kind: K, gone: string, it: (facts: Facts[K]) => string): Naming => ({
  wants: (id) => ({ [kind]: id }) as Wanted,
  it: ({ [kind]: facts }) => (facts ? it(facts as Facts[K]) : gone),
  isKnown: (known) => known[kind] !== undefined,
});

const namings: Record<Exclude<EventKind, 'visit' | 'alert'>, Naming> = {
  person: naming('person', 'an erased person', ({ name, company }) => withCompany(name, company)),
  account: naming('account', 'an erased account', ({ name }) => named(name)),
  page: naming('page', 'a page', ({ title }) => `the page ${named(title)}`),
  audience: naming(
    'audience',
    'an audience',
    (audience) => `${audienceNameOf(audience)} on ${named(audience.pageTitle)}`,
  ),
  page_link: naming('pageLink', 'a link', ({ domain, path }) => `the link ${domain ?? ''}${path}`),
  api_key: naming('apiKey', 'a key', ({ name }) => `the key ${quoted(name)}`),
};

/** What a test has decided first. */
function outcomeOf({ test }: Known): string {
  if (!test || test.versionNumber === null) return '';
  return `: version ${test.versionNumber} converts ${test.isBetter ? 'better' : 'worse'} than the live version`;
}

/** The source of sentences about a record. Nothing is known of one that is erased. */
const recordSentence = (type: EventType, of: keyof typeof namings): SentenceSource => {
  const { wants, it: itOf, isKnown } = namings[of];
  const { says, inChannels = says } = eventsByType[type];
  const isErased = type.endsWith('.erased');
  return {
    wants: ({ subject, related: { versionId, experimentId } }) => ({
      ...(inChannels.includes('{outcome}') && { test: experimentId }),
      ...(!isErased && wants(subject)),
      ...(says.includes('{version}') && { version: versionId }),
    }),
    says: (event, known): Said => {
      const it = isErased ? `${of === 'account' ? 'an' : 'a'} ${of}` : itOf(known);
      const text = filled(inChannels, {
        who: [who(event)],
        it: [it],
        'of it': [` of ${it}`],
        fields: [fieldsOf(event.changes ?? [])],
        logs: ['a log'],
        outcome: [outcomeOf(known)],
        version: [known.version ? `version ${known.version.versionNumber}` : 'a version'],
      });
      const { subject, related } = event;
      const isShown = subject !== null && !isGone(type) && isKnown(known);
      return { text: `${text.join('')}.`, at: isShown ? shownAt(of, subject, related.pageId) : undefined };
    },
  };
};

function sourceOf(type: EventType): SentenceSource {
  const { of } = eventsByType[type];
  if (of === 'alert') return alertSentence;
  return of === 'visit' || type.endsWith('.visited') ? visitSentence(type) : recordSentence(type, of);
}

/** The records that the sentence of an event names, and its campaign. */
export const wantsOf = (event: StoredEvent): Wanted => {
  const wants = sourceOf(event.type).wants(event);
  const { campaignId } = event.actor ?? {};
  return campaignId ? { ...wants, campaign: campaignId } : wants;
};

/** When it happened. An imported visit happened before its event. */
const happenedAt = ({ createdAt }: StoredEvent, { visit }: Known) =>
  visit && visit.computationStatus !== 'pending' ? visit.sessionStartedAt : createdAt;

const minutes = new Intl.DateTimeFormat('en-GB', { ...minute, timeZone: 'UTC' });

/** A sentence behind its time, if that is more than an hour ago. */
export function timed(said: Said, at: number, now: number): Said {
  return now - at > hourMs ? { ...said, text: `${minutes.format(at)} UTC: ${said.text}` } : said;
}

/** The sentence of an event, from what is known at `now`, behind its time if that is more than an hour ago. */
export function sentenceOf(event: StoredEvent, known: Known, now: number): Said {
  return timed(sourceOf(event.type).says(event, known, now), happenedAt(event, known), now);
}
