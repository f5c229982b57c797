import { tooClose } from '../../../lib/too-close.ts';
import { pageAt, recordAt } from './addresses.ts';
import type { Facts, FiringFacts, Known, SentenceSource } from './sentence.ts';
import { accountOf, audienceNameOf, personOf } from './words.ts';

type Firing = Facts['firing'];
type FactsOf<Type extends FiringFacts['type']> = Extract<FiringFacts, { type: Type }>;

const visitsOf = (count: number) => `${count} ${count === 1 ? 'visit' : 'visits'}`;

// A link can be forwarded, so no sentence says that it was the person, or somebody of the account.
const linksOpened = ({ visits, days }: FactsOf<'accounts_visited'>, { account }: Known) => {
  const who = accountOf(account);
  if (visits === 1) return `A link of ${who} was opened.`;
  return `Links of ${who} were opened: at least ${visits} engaged visits in ${days === 1 ? 'a day' : `${days} days`}.`;
};

const linkOpened = ({ person }: Known) => `The link of ${personOf(person)} was opened.`;

function conversionsChanged(facts: FactsOf<'conversions_changed'>, { page }: Known): string {
  const { conversions, comparedConversions, changePercent } = facts;
  const verb = conversions > comparedConversions ? 'rose' : 'fell';
  const by = changePercent === null ? 'from none' : `by ${Math.abs(changePercent)} %`;
  const day = (date: string, count: number, visits: number) => `${count} of ${visitsOf(visits)} on ${date}`;
  return `Conversions of ${page?.title ?? 'a page'} ${verb} ${by}: ${day(facts.date, conversions, facts.visits)}, ${day(facts.comparedDate, comparedConversions, facts.comparedVisits)}.`;
}

function bestAudience({ bestAudience: best }: FactsOf<'weekly_report'>, firing: Firing): string {
  if (!best) return 'There were no two audiences of a page to compare.';
  const { conversions, visits, isMoreThanChance, against } = best;
  const called = (customName: string | null, personName: string | null, audienceNumber: number | null) =>
    audienceNumber === null ? 'an audience' : audienceNameOf({ customName, personName, audienceNumber });
  const name = called(firing.customName, firing.personName, firing.audienceNumber);
  if (!isMoreThanChance && against) {
    const other = called(firing.againstCustomName, firing.againstPersonName, firing.againstNumber);
    const words = tooClose(
      { name, hits: conversions, of: visits },
      { name: other, hits: against.conversions, of: against.visits },
    );
    return `Which audience converts best is ${words.join('')}.`;
  }
  // Nobody has compared those of earlier firings.
  const words = isMoreThanChance ? 'Converts best' : 'Highest conversion rate';
  return `${words}: ${name}, ${conversions} of ${visitsOf(visits)}.`;
}

function companies({ accountIds, moreAccounts }: FactsOf<'weekly_report'>, firing: Firing): string {
  const names = [firing.account1, firing.account2, firing.account3, firing.account4, firing.account5];
  const known = names.filter((name) => name !== null);
  const more = accountIds.length + moreAccounts - known.length;
  if (known.length + more === 0) return 'No company came.';
  const all = [...known, ...(more > 0 ? [`${more} ${known.length > 0 ? 'more' : 'in all'}`] : [])];
  return `Companies that came: ${all.join(', ')}.`;
}

/** A few lines of a week. */
const weeklyReport = (facts: FactsOf<'weekly_report'>, firing: Firing, { page }: Known) =>
  [
    `The week from ${facts.date}${page ? ` of ${page.title}` : ''}: ${visitsOf(facts.visits)}, ${facts.comparedVisits} the week before.`,
    ...(facts.isCut
      ? ['There were too many audiences and companies to compare.']
      : [bestAudience(facts, firing), companies(facts, firing)]),
  ].join('\n');

function textOf({ facts, ...firing }: Firing, known: Known): string {
  switch (facts.type) {
    case 'accounts_visited':
      return linksOpened(facts, known);
    case 'link_opened':
      return linkOpened(known);
    case 'conversions_changed':
      return conversionsChanged(facts, known);
    case 'weekly_report':
      return weeklyReport(facts, { facts, ...firing }, known);
  }
}

/** Where the console shows what an alert is about, if it is not gone. */
function addressOf({ account, person, page }: Known, ids: Record<string, string | null>): string | undefined {
  if (account && ids.accountId) return recordAt('accounts', ids.accountId);
  if (person && ids.personId) return recordAt('persons', ids.personId);
  return page && ids.pageId ? pageAt(ids.pageId) : undefined;
}

/** How what alerts fire becomes sentences, with the name of the alert before them. */
export const alertSentence: SentenceSource = {
  wants: ({ related: { firingId, accountId, personId, pageId } }) => ({
    ...{ firing: firingId, account: accountId, person: personId, page: pageId },
  }),
  says: ({ related }, known) => {
    const { firing } = known;
    if (!firing)
      return {
        text: 'What an alert has fired is not kept any more: it is old, or about somebody who is erased.',
      };
    const name = firing.alertName ? `${firing.alertName}: ` : '';
    return { text: `${name}${textOf(firing, known)}`, at: addressOf(known, related) };
  },
};
