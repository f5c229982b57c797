import { areEnough, changeOf, number, plural } from '../../lib/format.ts';

/** How the visits of this week are beside those of last week until the same time, after their number. */
export function besideLastWeek(visits: number, before: number | undefined): string {
  if (before === undefined) return '';
  if (visits === before) return ', as many as last week by this time';
  const change = areEnough(visits, before) ? changeOf(visits, before) : undefined;
  if (change === undefined) return `. Last week ${number(before)} by this time`;
  // A ratio says more than a percentage of thousands.
  if (change.startsWith('×')) return `, ${change} those of last week by this time`;
  const amount = change.replace(/^[+\-−]/, '');
  return `, ${amount} ${visits > before ? 'more' : 'fewer'} than last week by this time`;
}

/** The visits of this week: "312 visits". */
export const visitsInWords = (visits: number): string =>
  visits === 0 ? 'no visits yet' : plural(visits, 'visit');
