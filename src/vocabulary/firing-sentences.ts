import { tooClose } from '../lib/too-close.ts';
import { type Stall, stallSentence } from './stalls.ts';

interface ComparedAudience {
  audienceId: string;
  visits: number;
  conversions: number;
}

/** The audience with the highest rate of a page. Firings from before it was compared have neither of the last two. */
interface BestAudience extends ComparedAudience {
  /** Whether it is best by more than chance. */
  isMoreThanChance?: boolean | undefined;
  /** The one that it differs from least certainly. */
  against?: ComparedAudience | undefined;
}

/** What a firing knows, in numbers and ids: no text of people. Dates are of the zone of the alert. */
export type FiringFacts =
  | {
      type: 'accounts_visited';
      date: string;
      /** There were at least so many visits in so many days, of which the date is the last. */
      visits: number;
      days: number;
    }
  | { type: 'link_opened'; date: string }
  | {
      type: 'conversions_changed';
      date: string;
      comparedDate: string;
      visits: number;
      comparedVisits: number;
      conversions: number;
      comparedConversions: number;
      /** Null if there was none to compare with. */
      changePercent: number | null;
    }
  | {
      type: 'weekly_report';
      /** The Monday of the week. */
      date: string;
      visits: number;
      comparedVisits: number;
      /** The one with the highest rate of those that are compared. Null if there were none to compare. */
      bestAudience: BestAudience | null;
      accountIds: string[];
      /** How many accounts came besides. */
      moreAccounts: number;
      /** There were too many audiences or accounts to compare them: only the visits are known. */
      isCut?: boolean | undefined;
    }
  | ({ type: 'service_stalled'; date: string } & Stall<string>);

/** How a reader writes numbers and dates, and what records are called. */
interface Voice {
  number: (value: number) => string;
  /** A date, such as 2026-11-26, beside a number of that day. */
  day: (date: string) => string;
  /** A date that begins a week. */
  date: (date: string) => string;
  /** A time in RFC 3339. */
  time: (at: string) => string;
  /** The name of a record by its id: empty if it is gone, undefined if it is not loaded. */
  nameOf: (id: string) => string | undefined;
}

/** What an alert has fired: about an account, a person or a page, or the workspace if there is none. */
interface Fired {
  subject: string | null;
  facts: FiringFacts;
  /** The visit before it, by a link of the account or the person, if it is known. */
  last?: LastVisit | undefined;
}

/** A visit by a personal link, in words: whose link, to which page, and when. */
interface LastVisit {
  /** Undefined if the person is erased. */
  person: string | undefined;
  page: string;
  at: string;
}

/** What a firing of a type has. */
export type FactsOf<Type> = Extract<FiringFacts, { type: Type }>;

const counted = (value: number, noun: string, { number }: Voice) =>
  `${number(value)} ${value === 1 ? noun : `${noun}s`}`;

/** Somebody in a sentence. Who is gone was erased. */
function called(id: string | null, noun: 'account' | 'person', { nameOf }: Voice): string {
  const name = id === null ? undefined : nameOf(id);
  return name || `${name === '' ? 'an erased' : noun === 'account' ? 'an' : 'a'} ${noun}`;
}

// A link can be forwarded, so no sentence says that it was the person, or somebody of the account.
function linksOpened(
  { visits, days }: FactsOf<'accounts_visited'>,
  who: string,
  last: LastVisit | undefined,
  voice: Voice,
): string {
  const one = last && `${last.person ? `the one of ${last.person}, ` : ''}on ${last.page}, ${last.at}`;
  if (visits === 1) return `A link of ${who} was opened${one ? `: ${one}` : ''}.`;
  return `Links of ${who} were opened: at least ${voice.number(visits)} engaged visits in ${days === 1 ? 'a day' : counted(days, 'day', voice)}${one ? `, last ${one}` : ''}.`;
}

function conversionsChanged(facts: FactsOf<'conversions_changed'>, page: string, voice: Voice): string {
  const { conversions, comparedConversions, changePercent } = facts;
  const verb = conversions > comparedConversions ? 'rose' : 'fell';
  const by = changePercent === null ? 'from none' : `by ${voice.number(Math.abs(changePercent))}%`;
  const day = (date: string, count: number, visits: number) =>
    `${voice.number(count)} of ${counted(visits, 'visit', voice)} on ${voice.day(date)}`;
  return `Conversions of ${page} ${verb} ${by}: ${day(facts.date, conversions, facts.visits)}, ${day(facts.comparedDate, comparedConversions, facts.comparedVisits)}.`;
}

function bestAudience(best: BestAudience | null, voice: Voice): string {
  if (!best) return 'There were no two audiences of a page to compare.';
  const sample = ({ audienceId, conversions, visits }: BestAudience) => ({
    name: voice.nameOf(audienceId) || 'an audience',
    hits: conversions,
    of: visits,
  });
  const { name, hits, of } = sample(best);
  if (!best.isMoreThanChance && best.against)
    return `No audience is a clear winner: ${tooClose(sample(best), sample(best.against), voice.number).join('')}.`;
  // Nobody has compared the audiences of earlier firings.
  const words = best.isMoreThanChance ? 'Converts best' : 'Highest conversion rate';
  return `${words}: ${name}, ${voice.number(hits)} of ${counted(of, 'visit', voice)}.`;
}

function companies({ accountIds, moreAccounts }: FactsOf<'weekly_report'>, voice: Voice): string {
  const known = accountIds.map(voice.nameOf).filter(Boolean);
  const more = accountIds.length + moreAccounts - known.length;
  if (known.length + more === 0) return 'No company visited.';
  const rest = more > 0 ? [`${voice.number(more)} ${known.length > 0 ? 'more' : 'in all'}`] : [];
  return `Companies that visited: ${[...known, ...rest].join(', ')}.`;
}

const weeklyReport = (facts: FactsOf<'weekly_report'>, where: string, voice: Voice): string[] => [
  `The week from ${voice.date(facts.date)}${where}: ${counted(facts.visits, 'visit', voice)}, ${voice.number(facts.comparedVisits)} the week before.`,
  ...(facts.isCut
    ? ['There were too many audiences and companies to compare.']
    : [bestAudience(facts.bestAudience, voice), companies(facts, voice)]),
];

/** What an alert has fired, in sentences: a few of a week, else one. */
export function firedSentences({ subject, facts, last }: Fired, voice: Voice): string[] {
  const page = (subject !== null && voice.nameOf(subject)) || 'a page';
  switch (facts.type) {
    case 'accounts_visited':
      return [linksOpened(facts, called(subject, 'account', voice), last, voice)];
    case 'link_opened':
      return [
        `The link of ${called(subject, 'person', voice)} was opened${last ? ` on ${last.page}, ${last.at}` : ''}.`,
      ];
    case 'conversions_changed':
      return [conversionsChanged(facts, page, voice)];
    case 'weekly_report':
      return weeklyReport(facts, subject === null ? '' : ` of ${page}`, voice);
    case 'service_stalled':
      return [stallSentence(facts, voice.time)];
  }
}
