import { statusOf } from '../../../analytics/lifetime.ts';
import { hourMs, minuteMs } from '../../../lib/durations.ts';
import { shownId } from '../../../visits/sessions/ids.ts';
import { visitAt } from './addresses.ts';
import { named } from './plain.ts';
import type { Facts, Known, Said, SentenceSource, StoredEvent } from './sentence.ts';
import { audienceNameOf, personFirst } from './words.ts';

type Visit = Facts['visit'];

/** A time as a reader says it: "12 s", "2 min", "1 h 5 min". */
function duration(milliseconds: number): string {
  if (milliseconds < minuteMs) return `${Math.floor(milliseconds / 1000)} s`;
  const minutes = `${Math.floor((milliseconds % hourMs) / minuteMs)} min`;
  return milliseconds < hourMs ? minutes : `${Math.floor(milliseconds / hourMs)} h ${minutes}`;
}

/** What a visit has come to: ": 2 min, 80 % read". Nothing if it is not known, or too little. */
function figures(visit: Visit | undefined, now: number): string {
  if (!visit) return '';
  const { engagedMs, maxScrollDepth } = visit;
  const percent = Math.floor((maxScrollDepth ?? 0) / 100);
  const all = [
    ...(engagedMs !== null && engagedMs >= 1000 ? [duration(engagedMs)] : []),
    ...(percent > 0 ? [`${percent} % read`] : []),
  ];
  if (all.length === 0) return '';
  return `: ${all.join(', ')}${statusOf(visit, now) === 'pending' ? ' so far' : ''}`;
}

const personOf = (name: string | null, company: string | null) =>
  personFirst(name === null ? undefined : { name, company });

/** Who came, at the beginning of a sentence, and by whose link. */
function visitorOf({ visit, audience }: Known): { visitor: string; through: string } {
  if (visit && visit.recipientId !== null)
    return { visitor: personOf(visit.recipientName, visit.recipientCompany), through: ' through their link' };
  return { visitor: audience ? `A visitor of ${audienceNameOf(audience)}` : 'A visitor', through: '' };
}

/** The visit in the console. */
function addressOf({ related }: StoredEvent): string | undefined {
  const { pageId, analyticsSessionId } = related;
  return pageId && analyticsSessionId ? visitAt(pageId, shownId(analyticsSessionId)) : undefined;
}

/** What a sentence about a visit is made of. */
interface Parts {
  event: StoredEvent;
  known: Known;
  /** The title of the page. */
  page: string;
  visitor: string;
  through: string;
}

/** The source of sentences about visits of an audience or of a subject. What the visit has come to follows them. */
const ofVisit = (of: 'audience' | 'account' | 'person', says: (parts: Parts) => string): SentenceSource => ({
  wants: ({ subject, related: { pageId, audienceId, analyticsSessionId } }) => ({
    page: pageId,
    visit: analyticsSessionId,
    [of]: of === 'audience' ? audienceId : subject,
  }),
  says: (event, known, now): Said => {
    const page = known.page ? named(known.page.title) : 'a page';
    const text = says({ event, known, page, ...visitorOf(known) });
    return { text: `${text}${figures(known.visit, now)}.`, at: addressOf(event) };
  },
});

const sendsForm = ({ known: { visit }, page, visitor, through }: Parts) =>
  visit && visit.senderId !== null
    ? `${personOf(visit.senderName, visit.senderCompany)} sent a form on ${page}`
    : `${visitor} sent a form on ${page}${through}`;

/** Whoever came, without the company that the sentence has named. */
const visitorAlone = ({ known: { visit }, visitor }: Parts) =>
  visit && visit.recipientId !== null ? personOf(visit.recipientName, null) : visitor;

// Events about somebody whose visits are forgotten have no subject any more.
const companyOf = ({ event, known: { account } }: Parts) => {
  if (account) return named(account.name);
  return event.subject === null ? 'A company' : 'An erased account';
};
const recipientOf = ({ event, known: { person } }: Parts) =>
  person || event.subject !== null ? personFirst(person) : 'A person';

/** How events of visits become sentences. */
export const visitSentences = {
  'session.started': ofVisit(
    'audience',
    ({ visitor, page, through }) => `${visitor} opened ${page}${through}`,
  ),
  'session.engaged': ofVisit(
    'audience',
    ({ visitor, page, through }) => `${visitor} was engaged with ${page}${through}`,
  ),
  'form.submitted': ofVisit('audience', sendsForm),
  'account.visited': ofVisit(
    'account',
    (parts) => `${companyOf(parts)} came. ${visitorAlone(parts)} opened ${parts.page}${parts.through}`,
  ),
  'person.visited': ofVisit(
    'person',
    (parts) => `${recipientOf(parts)} opened ${parts.page} through their link`,
  ),
};
