import type { AlertCondition } from '../../../../src/vocabulary/conditions.ts';
import { number, plural } from '../../lib/format.ts';
import { kindOf } from '../../nav/router.ts';
import { useSubjectNames } from '../history/names.ts';

/** The name of a record by its id, if it is loaded; empty if the record is gone. */
export type NameOf = (id: string) => string | undefined;

/** The name of a record, or that nobody knows it. Undefined while it is not loaded. */
export function nameOrUnknown(id: string, noun: string, nameOf: NameOf): string | undefined {
  const name = nameOf(id);
  return name === '' ? `unknown ${noun} ${id}` : name;
}

/** So many records are named in a sentence. */
export const mostNamed = 3;

/** Some of many: "any account", "Acme", "Acme or Northwind", "one of 12 accounts". */
function oneOf(ids: readonly string[] | null, noun: string, nameOf: NameOf): string {
  if (ids === null) return `any ${noun}`;
  if (ids.length > mostNamed) return `one of ${number(ids.length)} ${noun}s`;
  const names = ids.map(
    (id) => nameOrUnknown(id, noun, nameOf) ?? (noun === 'account' ? 'an account' : `a ${noun}`),
  );
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} or ${last}` : last;
}

/** The verb for each direction in which a number may change. */
const moves = { up: 'rise', down: 'fall', any: 'rise or fall' } as const;

/** What an alert waits for, as the beginning of its sentence: "When any account has 2 engaged visits within 7 days". */
export function whenOf(condition: AlertCondition, nameOf: NameOf): string {
  switch (condition.type) {
    case 'accounts_visited': {
      const { accountIds, visits, days } = condition;
      const who = oneOf(accountIds, 'account', nameOf);
      const often = `at least ${plural(visits, 'engaged visit')} in ${plural(days, 'day')}`;
      return `When ${who} has ${visits === 1 ? 'an engaged visit' : often}`;
    }
    case 'link_opened':
      // A link can be forwarded, so nobody says that it was the person.
      return `When the link of ${oneOf(condition.personIds, 'person', nameOf)} is opened`;
    case 'conversions_changed': {
      const { pageId, direction, percent, minVisits } = condition;
      return `When conversions of ${nameOf(pageId) || 'a page'} ${moves[direction]} by ${number(percent)}% or more against the same weekday, on days of at least ${plural(minVisits, 'visit')}`;
    }
    case 'weekly_report': {
      const { pageId } = condition;
      return `Every Monday at 8:00, a report of last week on ${pageId === null ? 'all pages' : nameOf(pageId) || 'a page'}`;
    }
    case 'service_stalled':
      return 'When the cron, visits, versions to publish or webhooks have stalled, or something could not be processed';
  }
}

/** A name for an alert that nobody has named. It names no person and no company: they may be erased. */
export function usualName(condition: AlertCondition): string {
  switch (condition.type) {
    case 'accounts_visited':
      return condition.accountIds === null ? 'An account visits' : 'A chosen account visits';
    case 'link_opened':
      return condition.personIds === null ? 'A personal link is opened' : 'A chosen link is opened';
    case 'conversions_changed':
      return 'Conversions change';
    case 'weekly_report':
      return 'Weekly report';
    case 'service_stalled':
      return 'A job has stalled';
  }
}

/** The records that a condition names. */
export function idsIn(condition: AlertCondition): string[] {
  switch (condition.type) {
    case 'accounts_visited':
      return condition.accountIds ?? [];
    case 'link_opened':
      return condition.personIds ?? [];
    case 'service_stalled':
      return [];
    default:
      return condition.pageId === null ? [] : [condition.pageId];
  }
}

/** The records that a sentence names: none of many. */
export function namedIn(condition: AlertCondition): string[] {
  const ids = idsIn(condition);
  return ids.length > mostNamed ? [] : ids;
}

/** Why an alert can never fire: all that it waits for is gone, as far as its sentence names them. */
export function neverBecause(condition: AlertCondition, nameOf: NameOf): string | undefined {
  const ids = condition.type === 'weekly_report' ? [] : idsIn(condition);
  if (ids.length === 0 || ids.some((id) => nameOf(id) !== '')) return undefined;
  const noun = condition.type === 'accounts_visited' ? 'account' : 'person';
  return ids.length === 1
    ? `The ${noun} no longer exists: it cannot fire`
    : `None of its ${noun}s exists any more: it cannot fire`;
}

/**
 * The names of accounts, persons, audiences and pages, as far as they are loaded. That of a record which is gone is empty,
 * and of a text that is the id of no record.
 */
export function useRecordNames(ids: readonly string[]): NameOf {
  const nameOf = useSubjectNames(ids);
  return (id) => (kindOf(id) === undefined ? '' : nameOf(id));
}
