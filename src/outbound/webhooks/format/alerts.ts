import { firedSentences } from '../../../vocabulary/firing-sentences.ts';
import { shownAt } from '../../../vocabulary/names.ts';
import { named } from './plain.ts';
import type { Facts, Known, SentenceSource } from './sentence.ts';
import { audienceNameOf, withCompany } from './words.ts';

type Ids = Record<string, string | null>;

const called = (customName: string | null, personName: string | null, audienceNumber: number | null) =>
  audienceNumber === null ? undefined : audienceNameOf({ customName, personName, audienceNumber });

/** What the records of a firing are called, by their ids. */
function namesIn({ facts, ...of }: Facts['firing'], { account, person, page }: Known, ids: Ids) {
  const report = facts.type === 'weekly_report' ? facts : undefined;
  const { audienceId, against } = report?.bestAudience ?? {};
  const accounts = [of.account1, of.account2, of.account3, of.account4, of.account5];
  return new Map([
    [ids.accountId, account && named(account.name)],
    [ids.personId, person && withCompany(person.name, person.company)],
    [ids.pageId, page?.title],
    [audienceId, called(of.customName, of.personName, of.audienceNumber)],
    [against?.audienceId, called(of.againstCustomName, of.againstPersonName, of.againstNumber)],
    ...(report?.accountIds ?? []).map((id, place) => [id, accounts[place]] as const),
  ]);
}

/** Where the console shows what an alert is about, if it is not gone. */
function addressOf({ account, person, page }: Known, ids: Ids): string | undefined {
  if (account && ids.accountId) return shownAt('account', ids.accountId);
  if (person && ids.personId) return shownAt('person', ids.personId);
  return page && ids.pageId ? shownAt('page', ids.pageId) : undefined;
}

/** How what alerts fire becomes sentences, with the name of the alert before them. */
export const alertSentence: SentenceSource = {
  wants: ({ related: { firingId, accountId, personId, pageId } }) => ({
    firing: firingId,
    account: accountId,
    person: personId,
    page: pageId,
  }),
  says: ({ related }, known) => {
    const { firing } = known;
    if (!firing)
      return {
        text: 'What an alert has fired is not kept any more: it is old, or about somebody who is erased.',
      };
    const names = namesIn(firing, known, related);
    const subject = related.accountId ?? related.personId ?? related.pageId ?? null;
    const lines = firedSentences(
      { subject, facts: firing.facts },
      { number: String, day: String, date: String, nameOf: (id) => names.get(id) ?? '' },
    );
    const name = firing.alertName ? `${firing.alertName}: ` : '';
    return { text: `${name}${lines.join('\n')}`, at: addressOf(known, related) };
  },
};
