import { eq, or, type SQL, sql } from 'drizzle-orm';
import { pages } from '../../content/tables/pages.ts';
import type { Database } from '../../db/client.ts';
import { byIds } from '../../db/record-list.ts';
import { itemField } from '../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../db/statement.ts';
import { accountColumns, toAccount } from '../../people/accounts/store/internal.ts';
import { personColumns, toPerson } from '../../people/persons/store/internal.ts';
import { accounts } from '../../people/tables/accounts.ts';
import { persons } from '../../people/tables/persons.ts';
import type { Visitor as VisitorName } from '../../vocabulary/dimensions.ts';
import { factSql } from '../../vocabulary/facts.ts';
import { audienceSessions } from '../tables/sessions.ts';
import { mostPages, type PageSessions } from '../visitor-pages.ts';
import type { VisitorFigures } from '../visitor-schemas.ts';
import { type VisitorKind, visitorColumns } from '../visitors.ts';
import { pageName, personName, selectAccountNames, selectPageNames, selectPersonNames } from './names.ts';

// What the items of who came have besides their numbers: records, names, and the visit that was the last.

const selectAccounts = byIds(accounts, accounts.accountId, accountColumns);
const selectPersons = byIds(persons, persons.personId, personColumns);

const select = {
  account: { names: selectAccountNames, records: selectAccounts },
  person: { names: selectPersonNames, records: selectPersons },
};

/** A visitor of an answer, and when the last visit began. */
interface LastVisit {
  id: string;
  at: number;
}

const fact = (name: VisitorName): SQL => sql.raw(factSql(name, 'audience_sessions.'));

interface LatestParams {
  /** A JSON array of `LastVisit`. */
  items: Param<string>;
  take: Param<number>;
}

/** Selects the visits of visitors that began when the last one did. */
const selectLatest = statement(({ items, take }: LatestParams, kind: VisitorKind) => {
  const { recipient, sender } = visitorColumns[kind];
  const id = itemField<LastVisit>('id');
  const isSender = sql`${fact(sender)} is ${id}`;
  const personId = sql<
    string | null
  >`iif(${isSender}, ${audienceSessions.personId}, ${audienceSessions.recipientPersonId})`;
  const table = audienceSessions;
  return build
    .select({
      id: sql<string>`${id}`.as('id'),
      pageId: table.pageId,
      pageName: sql<string | null>`${pageName}`.as('pageName'),
      personId: personId.as('whoId'),
      personName: personName.as('personName'),
      isSender: sql<number>`${isSender}`.as('isSender'),
      hasConversion: table.hasConversion,
      formState: table.formState,
      totalClicksCount: table.totalClicksCount,
      questionsAskedCount: table.questionsAskedCount,
      engagedMs: table.engagedMs,
    })
    .from(sql`json_each(${items}) as item cross join ${table}`)
    .leftJoin(persons, eq(persons.personId, personId))
    .leftJoin(pages, eq(pages.pageId, table.pageId))
    .where(
      sql`${table.sessionStartedAt} = ${itemField<LastVisit>('at')} and ${or(isSender, sql`${fact(recipient)} = ${id}`)}`,
    )
    .orderBy(table.analyticsSessionId)
    .limit(take);
});

/** The most visits of one visitor that begin at once and are read. */
const mostAtOnce = 10;

type LatestVisit = NonNullable<VisitorFigures['latestVisit']>;

const latestOf = ({
  id: _,
  formState,
  engagedMs,
  isSender,
  ...row
}: NonNullable<ReturnType<typeof selectLatest>['row']>): LatestVisit => ({
  ...row,
  isSender: isSender === 1,
  hasFormSubmit: formState > 0,
  timeSpentSeconds: engagedMs === null ? null : engagedMs / 1000,
});

type Flag = 'true' | 'false' | undefined;

/** What a request asks for besides numbers. */
export interface Extras {
  /** Whether each item has a name, and so have its pages. */
  names?: Flag;
  /** Whether each item has its record. */
  records?: Flag;
  /** Whether each item has its pages and its last visit. */
  details?: Flag;
}

interface Shown extends LastVisit {
  pages: readonly PageSessions[];
}

const byId = <Row extends { id: string }>(rows: readonly Row[] = []) =>
  new Map(rows.map((row) => [row.id, row]));

const ask = <Row>(isAsked: boolean, bound: () => Bound<Row>): Bound<Row> | undefined =>
  isAsked ? bound() : undefined;

/** What items have besides their numbers, in one round trip, or none if nothing is asked for. */
export async function extrasOf(
  db: Database,
  kind: VisitorKind,
  items: readonly Shown[],
  { names, records, details }: Extras,
) {
  const [hasNames, hasRecords, hasDetails] = [names === 'true', records === 'true', details === 'true'];
  if (items.length === 0 || !(hasNames || hasRecords || hasDetails)) return () => ({});
  const ids = JSON.stringify(items.map(({ id }) => id));
  const pagesOf = ({ pages }: Shown) => pages.slice(0, mostPages);
  const pageIds = [...new Set(items.flatMap(pagesOf).map(({ pageId }) => pageId))];
  const [named, accountRows, personRows, pageNames, latest] = await db.batch([
    ask(hasNames, () => select[kind].names({ ids })),
    ask(hasRecords && kind === 'account', () => selectAccounts({ ids })),
    ask(hasRecords && kind === 'person', () => selectPersons({ ids })),
    ask(hasNames && hasDetails, () => selectPageNames({ ids: JSON.stringify(pageIds) })),
    ask(hasDetails, () => {
      const last = items.map(({ id, at }): LastVisit => ({ id, at }));
      return selectLatest({ items: JSON.stringify(last), take: mostAtOnce * last.length }, kind);
    }),
  ]);
  const [nameOf, nameOfPage, visits] = [byId(named), byId(pageNames), byId(latest)];
  const [account, person] = [byId(accountRows), byId(personRows)];
  const withName = (name: string | null | undefined) => (name == null ? {} : { name });
  return (item: Shown) => {
    const { id, pages } = item;
    const [ofAccount, ofPerson, last] = [account.get(id), person.get(id), visits.get(id)];
    return {
      ...withName(nameOf.get(id)?.name),
      ...(ofAccount && { account: toAccount(ofAccount) }),
      ...(ofPerson && { person: toPerson(ofPerson) }),
      ...(hasDetails && {
        pages: pagesOf(item).map((page) => ({ ...page, ...withName(nameOfPage.get(page.pageId)?.name) })),
        pagesCount: pages.length,
        latestVisit: last ? latestOf(last) : null,
      }),
    };
  };
}
