import { statusOf } from '../../analytics/lifetime.ts';
import { hourMs, minuteMs } from '../../lib/durations.ts';
import { shownId } from '../../sessions/ids.ts';
import { visitAt } from './addresses.ts';
import type { Facts, Known, Said, SentenceSource, StoredEvent } from './sentence.ts';
import { audienceNameOf, withCompany } from './words.ts';

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

const named = (name: string | null, company: string | null) =>
  name === null ? 'An erased person' : withCompany(name, company);

/** Who came, at the beginning of a sentence, and by whose link. */
function visitorOf({ visit, audience }: Known): { visitor: string; through: string } {
  if (visit && visit.recipientId !== null)
    return { visitor: named(visit.recipientName, visit.recipientCompany), through: ' through their link' };
  return { visitor: audience ? `A visitor of ${audienceNameOf(audience)}` : 'A visitor', through: '' };
}

/** The visit in the console. */
function addressOf({ related }: StoredEvent): string | undefined {
  const { pageId, analyticsSessionId } = related;
  return pageId && analyticsSessionId ? visitAt(pageId, shownId(analyticsSessionId)) : undefined;
}

/** What a sentence about a visit is made of. */
interface Told {
  event: StoredEvent;
  known: Known;
  /** The title of the page. */
  page: string;
  visitor: string;
  through: string;
}

/** The source of sentences about visits of an audience or of a subject. What the visit has come to follows them. */
const ofVisit = (of: 'audience' | 'account' | 'person', says: (told: Told) => string): SentenceSource => ({
  wants: ({ subject, related: { pageId, audienceId, analyticsSessionId } }) => ({
    page: pageId,
    visit: analyticsSessionId,
    [of]: of === 'audience' ? audienceId : subject,
  }),
  says: (event, known, now): Said => {
    const page = known.page?.title ?? 'a page';
    const text = says({ event, known, page, ...visitorOf(known) });
    return { text: `${text}${figures(known.visit, now)}.`, at: addressOf(event) };
  },
});

const sendsForm = ({ known: { visit }, page, visitor, through }: Told) =>
  visit && visit.senderId !== null
    ? `${named(visit.senderName, visit.senderCompany)} sent a form on ${page}`
    : `${visitor} sent a form on ${page}${through}`;

/** Whoever came, without the company that the sentence has named. */
const visitorAlone = ({ known, visitor }: Told) => known.visit?.recipientName ?? visitor;

// Events about somebody whose visits are forgotten have no subject any more.
const companyOf = ({ event, known }: Told) =>
  known.account?.name ?? (event.subject === null ? 'A company' : 'An erased account');
const recipientOf = ({ event, known: { person } }: Told) => {
  if (person) return withCompany(person.name, person.company);
  return event.subject === null ? 'A person' : 'An erased person';
};

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
    (told) => `${companyOf(told)} came. ${visitorAlone(told)} opened ${told.page}${told.through}`,
  ),
  'person.visited': ofVisit(
    'person',
    (told) => `${recipientOf(told)} opened ${told.page} through their link`,
  ),
};
