import type { AlertFiring } from '@footfall/client';
import { tooClose } from '../../../../src/lib/too-close.ts';
import { number, plural, shortDate, shortDay } from '../../lib/format.ts';
import type { NameOf } from './words.ts';

/** Something that an alert has told, or would have. */
export type Fired = Pick<AlertFiring, 'firedAt' | 'subject' | 'facts'>;

type Facts = Fired['facts'];

/** The zone in which a date without a time is said. */
const zone = 'UTC';

/** A record in a sentence. One that is gone was erased. */
const called = (id: string | null, noun: string, nameOf: NameOf): string => {
  const name = id === null ? undefined : nameOf(id);
  return name || (name === '' ? `an erased ${noun}` : `${noun === 'account' ? 'an' : 'a'} ${noun}`);
};

// A link can be forwarded, so nobody says that it was the person, or somebody of the account.
function visitsInWords({ visits = 1, days = 1 }: Facts, who: string): string {
  if (visits === 1) return `A link of ${who} was opened.`;
  return `Links of ${who} were opened: at least ${number(visits)} engaged visits in ${days === 1 ? 'a day' : plural(days, 'day')}.`;
}

function conversionsInWords(facts: Facts, page: string): string {
  const { date, visits = 0, comparedVisits = 0, conversions = 0, comparedConversions = 0 } = facts;
  const { comparedDate = date, changePercent = null } = facts;
  const verb = conversions > comparedConversions ? 'rose' : 'fell';
  const by = changePercent === null ? 'from none' : `by ${number(Math.abs(changePercent))}%`;
  const day = (at: string, count: number, of: number) =>
    `${number(count)} of ${plural(of, 'visit')} on ${shortDay(at, zone)}`;
  return `Conversions of ${page} ${verb} ${by}: ${day(date, conversions, visits)}, ${day(comparedDate, comparedConversions, comparedVisits)}.`;
}

function companies({ accountIds = [], moreAccounts = 0 }: Facts, nameOf: NameOf): string {
  const known = accountIds.map(nameOf).filter(Boolean);
  const more = accountIds.length + moreAccounts - known.length;
  if (known.length + more === 0) return 'No company came.';
  const rest = more > 0 ? [`${number(more)} ${known.length > 0 ? 'more' : 'in all'}`] : [];
  return `Companies that came: ${[...known, ...rest].join(', ')}.`;
}

function bestInWords(best: Facts['bestAudience'], nameOf: NameOf): string {
  if (!best) return 'There were no two audiences of a page to compare.';
  const { audienceId, conversions, visits, isMoreThanChance, against } = best;
  const audience = (id: string) => nameOf(id) || 'an audience';
  if (!isMoreThanChance && against) {
    const sample = (of: typeof against) => ({
      ...{ name: audience(of.audienceId), hits: of.conversions, of: of.visits },
    });
    return `Which audience converts best is ${tooClose(sample(best), sample(against), number).join('')}.`;
  }
  const counts = `${number(conversions)} of ${plural(visits, 'visit')}`;
  // Nobody has compared those of earlier firings.
  const words = isMoreThanChance ? 'Converts best' : 'Highest conversion rate';
  return `${words}: ${audience(audienceId)}, ${counts}.`;
}

function weekInWords(facts: Facts, page: string | undefined, nameOf: NameOf): string {
  const { date, visits = 0, comparedVisits = 0, bestAudience: best } = facts;
  const where = page === undefined ? '' : ` of ${page}`;
  const audience = bestInWords(best, nameOf);
  const lists = facts.isCut
    ? 'There were too many audiences and companies to compare.'
    : `${audience} ${companies(facts, nameOf)}`;
  return `The week from ${shortDate(date, zone)}${where}: ${plural(visits, 'visit')}, ${number(comparedVisits)} the week before. ${lists}`;
}

/** What an alert has told, as a sentence: in the words that its channel got. */
export function firedInWords({ subject, facts }: Fired, nameOf: NameOf): string {
  switch (facts.type) {
    case 'accounts_visited':
      return visitsInWords(facts, called(subject, 'account', nameOf));
    case 'link_opened':
      return `The link of ${called(subject, 'person', nameOf)} was opened.`;
    case 'conversions_changed':
      return conversionsInWords(facts, called(subject, 'page', nameOf));
    case 'weekly_report':
      return weekInWords(facts, subject === null ? undefined : called(subject, 'page', nameOf), nameOf);
  }
}

/** The records whose names these sentences need. */
export const namesNeeded = (all: readonly Fired[]): string[] => [
  ...new Set(
    all.flatMap(({ subject, facts: { bestAudience, accountIds = [] } }) => [
      ...(subject === null ? [] : [subject]),
      ...[bestAudience, bestAudience?.against].flatMap((audience) => audience?.audienceId ?? []),
      ...accountIds,
    ]),
  ),
];
