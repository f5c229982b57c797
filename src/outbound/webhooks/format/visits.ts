import { statusOf } from '../../../analytics/lifetime.ts';
import { hourMs, minuteMs } from '../../../lib/durations.ts';
import { shownId } from '../../../visits/sessions/ids.ts';
import { type EventKind, type EventType, eventsByType, filled } from '../../../vocabulary/events.ts';
import { visitAt } from '../../../vocabulary/names.ts';
import type { Facts, Known, Said, SentenceSource, StoredEvent } from './sentence.ts';
import { audienceNameOf, named, personFirst } from './words.ts';

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

/** Who came, at the beginning of a sentence, and by whose link. The sender of a form is named before its recipient. */
function visitorOf(type: EventType, { visit, audience }: Known): { visitor: string; through: string } {
  if (visit && type === 'form.submitted' && visit.senderId !== null)
    return { visitor: personOf(visit.senderName, visit.senderCompany), through: '' };
  if (!visit || visit.recipientId === null)
    return { visitor: audience ? `A visitor of ${audienceNameOf(audience)}` : 'A visitor', through: '' };
  // The sentence has named the company.
  const company = type === 'account.visited' ? null : visit.recipientCompany;
  return { visitor: personOf(visit.recipientName, company), through: ' through their link' };
}

/** The visit in the console. */
function addressOf({ related }: StoredEvent): string | undefined {
  const { pageId, analyticsSessionId } = related;
  return pageId && analyticsSessionId ? visitAt(pageId, shownId(analyticsSessionId)) : undefined;
}

/** Whom a visit was for, at the beginning of a sentence. Somebody whose visits are forgotten is no subject any more. */
function recipientOf(of: EventKind, { subject }: StoredEvent, { account, person }: Known): string {
  if (of === 'person') return person || subject !== null ? personFirst(person) : 'A person';
  if (account) return named(account.name);
  return subject === null ? 'A company' : 'An erased account';
}

/** The source of sentences about visits of an audience or of a subject. What the visit has come to follows them. */
export const visitSentence = (type: EventType): SentenceSource => {
  const { of, says, inChannels = says } = eventsByType[type];
  return {
    wants: ({ subject, related: { pageId, audienceId, analyticsSessionId } }) => ({
      page: pageId,
      visit: analyticsSessionId,
      ...(of === 'visit' ? { audience: audienceId } : { [of]: subject }),
    }),
    says: (event, known, now): Said => {
      const { visitor, through } = visitorOf(type, known);
      const text = filled(inChannels, {
        visitor: [visitor],
        through: [through],
        page: [known.page ? named(known.page.title) : 'a page'],
        it: [recipientOf(of, event, known)],
      });
      return { text: `${text.join('')}${figures(known.visit, now)}.`, at: addressOf(event) };
    },
  };
};
