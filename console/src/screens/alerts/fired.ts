import type { AlertFiring } from '@footfall/client';
import { number, plural, rate, shortDate, shortDay } from '../../lib/format.ts';
import type { NameOf } from './words.ts';

/** Something that an alert has told, or would have. */
export type Fired = Pick<AlertFiring, 'firedAt' | 'subject' | 'facts'>;

type Facts = Fired['facts'];

/** "Acme, Northwind and 3 more". */
function listed(ids: readonly string[], more: number, nameOf: NameOf): string {
  const names = ids.map((id) => nameOf(id) ?? 'an account that is gone');
  const all = more > 0 ? [...names, `${number(more)} more`] : names;
  const last = all.pop() ?? '';
  return all.length > 0 ? `${all.join(', ')} and ${last}` : last;
}

/** The zone in which a date without a time is said. */
const zone = 'UTC';

function visitsInWords({ visits = 1, days = 1 }: Facts, who: string): string {
  if (visits === 1) return `${who} had an engaged visit.`;
  return `${who} had at least ${number(visits)} engaged visits within ${days === 1 ? 'a day' : plural(days, 'day')}.`;
}

function conversionsInWords(facts: Facts, page: string): string {
  const { date, visits = 0, comparedVisits = 0, conversions = 0, comparedConversions = 0 } = facts;
  const { changePercent = null } = facts;
  const change =
    changePercent === null
      ? 'rose from none'
      : `${changePercent < 0 ? 'fell' : 'rose'} by ${number(Math.abs(changePercent))}%`;
  return `Conversions of ${page} ${change} on ${shortDay(date, zone)}: ${number(conversions)} with ${plural(visits, 'visit')}, ${number(comparedConversions)} with ${number(comparedVisits)} a week before.`;
}

function weekInWords(facts: Facts, page: string | undefined, nameOf: NameOf): string {
  const { date, visits = 0, comparedVisits = 0, bestAudience, accountIds = [], moreAccounts = 0 } = facts;
  const where = page === undefined ? '' : ` on ${page}`;
  const best = bestAudience
    ? `Best audience: ${nameOf(bestAudience.audienceId) ?? 'one that is gone'}, ${rate(bestAudience.conversions, bestAudience.visits)} converted.`
    : 'No audience with 30 visits or more has converted.';
  const who =
    accountIds.length > 0 ? `${listed(accountIds, moreAccounts, nameOf)} came.` : 'No account came.';
  const lists = facts.isCut ? 'There were too many audiences and accounts to compare.' : `${best} ${who}`;
  return `In the week of ${shortDate(date, zone)}, ${plural(visits, 'visit')}${where}, after ${number(comparedVisits)} the week before. ${lists}`;
}

/** What an alert has told, as a sentence. */
export function firedInWords({ subject, facts }: Fired, nameOf: NameOf): string {
  const name = subject === null ? undefined : nameOf(subject);
  switch (facts.type) {
    case 'accounts_visited':
      return visitsInWords(facts, name ?? 'An account');
    case 'link_opened':
      return `The link of ${name ?? 'a person'} was opened.`;
    case 'conversions_changed':
      return conversionsInWords(facts, name ?? 'a page');
    case 'weekly_report':
      return weekInWords(facts, subject === null ? undefined : (name ?? 'a page'), nameOf);
  }
}

/** The records whose names these sentences need. */
export const namesNeeded = (all: readonly Fired[]): string[] => [
  ...new Set(
    all.flatMap(({ subject, facts: { bestAudience, accountIds = [] } }) => [
      ...(subject === null ? [] : [subject]),
      ...(bestAudience ? [bestAudience.audienceId] : []),
      ...accountIds,
    ]),
  ),
];
