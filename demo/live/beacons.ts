import { sumBy } from 'es-toolkit/math';
import { staffContacts } from '../data/persons.ts';
import { minute } from '../data/time.ts';
import type { DemoVisit } from '../data/visits.ts';

/** When the tracker reports, in milliseconds after the start. Nobody of the demo stays longer than the last. */
const moments = [500, 3000, 8000, 15_000, 30_000, minute, 2 * minute, 3 * minute, 4 * minute];
const longest = moments.at(-1) ?? 0;

/** What a visitor has done so far: the fields of a beacon (a request of the tracker) that change. */
export interface Totals {
  activeMs: number;
  engagedMs: number;
  maxScrollDepthPercentage: number;
  clicksCount: number;
  questionsAskedCount: number;
  hasConversion: boolean;
  /** They have pressed the button of the page. */
  hasActionClick?: boolean;
  hasInput?: true;
  formSubmit?: { formSubmissionId: string; email?: string; fields?: Record<string, string> };
}

/** What visitors write into the forms of the demo website. */
const messages = [
  'How much is it for 40 sites?',
  'Could we see the report of a shop with two entrances?',
  'We open in May. Is that too soon?',
  'Please call me in the afternoon.',
];
const names = new Map(staffContacts().map(({ email, name }) => [email, name]));

/** A form as the tracker sends it, with the fields that the website has opted in. */
function formOf({ analyticsSessionId: id, formSubmissionEmail: email }: DemoVisit) {
  const formSubmissionId = `${id}-form`;
  if (!email) return { formSubmissionId };
  const name = names.get(email);
  const message = messages[sumBy([...id], (letter) => letter.charCodeAt(0)) % messages.length] ?? '';
  return { formSubmissionId, email, fields: { ...(name && { name }), message } };
}

/** The part of a visit from which on forms and conversions have happened. */
const late = 0.7;

function totalsAt(visit: DemoVisit, at: number, engaged: number): Totals {
  const part = Math.min(1, at / engaged);
  const soFar = (count = 0) => Math.floor(count * part);
  const isLate = part >= late;
  return {
    activeMs: Math.min(at, engaged),
    engagedMs: Math.min(at, engaged),
    maxScrollDepthPercentage: Math.round((visit.maxScrollDepthPercentage ?? 0) * part ** 0.5),
    clicksCount: soFar(visit.totalClicksCount),
    questionsAskedCount: soFar(visit.questionsAskedCount),
    hasConversion: isLate && visit.hasConversion === true,
    ...(part > 0.1 && { hasInput: true }),
    ...(isLate && (visit.totalClicksCount ?? 0) > 0 && { hasActionClick: true }),
    ...(isLate && visit.hasFormSubmit && { formSubmit: formOf(visit) }),
  };
}

/** The beacons of a visit: when each is sent, in milliseconds after its start, and the totals that it reports. */
export function beaconsOf(visit: DemoVisit): { at: number; totals: Totals }[] {
  const engaged = Math.min(Math.round((visit.timeSpentSeconds ?? 1) * 1000), longest);
  const before = moments.filter((at) => at < engaged);
  return [...before, engaged].map((at) => ({ at, totals: totalsAt(visit, at, engaged) }));
}
