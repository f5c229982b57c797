import { dayMs } from '../../lib/durations.ts';
import type { AlertCondition, ConditionOf, visitTypes } from '../../vocabulary/conditions.ts';
import type { FiringFacts } from '../../vocabulary/firing-sentences.ts';
import { dateOf, dayOf, startOfDay } from './calendar.ts';

/** A condition that visits meet. */
export type VisitCondition = ConditionOf<(typeof visitTypes)[number]>;

/** Whether visits meet a condition. */
export const isVisitCondition = (condition: AlertCondition): condition is VisitCondition =>
  condition.type === 'accounts_visited' || condition.type === 'link_opened';

/** An engaged visit of an account or a person. */
export interface SubjectVisit {
  subject: string;
  startedAt: number;
}

/** How late a visit may be noted to fire an alert, in milliseconds. One that comes later, as by an import, only counts. */
export const latestMs: number = dayMs;

/** How many visits a condition asks for, in how many days. */
export const askedBy = (condition: VisitCondition): { visits: number; days: number } =>
  condition.type === 'link_opened' ? { visits: 1, days: 1 } : condition;

/** Whether a condition is about an account or a person. */
export function isAbout(condition: VisitCondition, subject: string): boolean {
  const isOfAccounts = condition.type === 'accounts_visited';
  const ids = isOfAccounts ? condition.accountIds : condition.personIds;
  return subject.startsWith(isOfAccounts ? 'account_' : 'person_') && (ids?.includes(subject) ?? true);
}

/** What a firing for a day has. */
export const visitFacts = (condition: VisitCondition, day: number): FiringFacts =>
  condition.type === 'link_opened'
    ? { type: condition.type, date: dateOf(day) }
    : { type: condition.type, date: dateOf(day), visits: condition.visits, days: condition.days };

/** A day for which an alert fires about a subject, if there are enough visits. */
export interface Candidate {
  subject: string;
  day: number;
  /** The visits from `from` to `end` are counted, one of them from `start` on. */
  from: number;
  start: number;
  end: number;
}

/** The days for which an alert may fire after visits were noted in time, each once. */
export function candidatesOf(
  condition: VisitCondition,
  zone: string,
  visits: readonly (SubjectVisit & { createdAt: number })[],
): Candidate[] {
  const { days } = askedBy(condition);
  const found = new Map<string, Candidate>();
  for (const { subject, startedAt, createdAt } of visits) {
    if (!isAbout(condition, subject)) continue;
    const last = dayOf(createdAt, zone);
    let day = dayOf(startedAt, zone);
    // One that is noted after midnight may be the one that the next day lacked.
    do {
      const key = `${day} ${subject}`;
      const from = startOfDay(day - days + 1, zone);
      const [start, end] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
      if (!found.has(key)) found.set(key, { subject, day, from, start, end });
      day++;
    } while (day <= last);
  }
  return [...found.values()];
}

/** A firing that visits make: the day, and the visit that was enough. */
export interface Fired<Visit extends SubjectVisit> {
  subject: string;
  day: number;
  visit: Visit;
}

/** What an alert that was always on has fired for visits, in no order. */
export function firedBy<Visit extends SubjectVisit>(
  condition: VisitCondition,
  zone: string,
  visits: readonly Visit[],
): Fired<Visit>[] {
  const asked = askedBy(condition);
  return [...Map.groupBy(visits, ({ subject }) => subject)].flatMap(([subject, own]) => {
    if (!isAbout(condition, subject)) return [];
    const inOrder = own.toSorted((a, b) => a.startedAt - b.startedAt);
    const byDay = Map.groupBy(inOrder, ({ startedAt }) => dayOf(startedAt, zone));
    return [...byDay].flatMap(([day, ofDay]): Fired<Visit>[] => {
      let before = 0;
      for (let earlier = day - asked.days + 1; earlier < day; earlier++)
        before += byDay.get(earlier)?.length ?? 0;
      const visit = ofDay[Math.max(asked.visits - before, 1) - 1];
      return visit ? [{ subject, day, visit }] : [];
    });
  });
}
