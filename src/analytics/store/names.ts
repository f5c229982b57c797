import { eq, sql } from 'drizzle-orm';
import { effectiveNameOf } from '../../content/audiences/store/select.ts';
import { audiences, audienceVersions, pages } from '../../content/tables/pages.ts';
import type { Database } from '../../db/client.ts';
import { byIds, type Ids, id, wanted } from '../../db/record-list.ts';
import { build, statement } from '../../db/statement.ts';
import { toTimestampOrNull } from '../../lib/time.ts';
import { accounts } from '../../people/tables/accounts.ts';
import { persons } from '../../people/tables/persons.ts';

/** So many ids are in one list, which D1 takes up to 2 MB. */
const atOnce = 10_000;
const partsOf = (ids: readonly string[]): { ids: string }[] =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) => ({
    ids: JSON.stringify(ids.slice(part * atOnce, (part + 1) * atOnce)),
  }));

/** What a page is called: its title, or else its URL. */
export const pageName = sql<string>`coalesce(nullif(${pages.title}, ''), ${pages.url})`;

/** Selects pages with their names. */
export const selectPageNames = byIds(pages, pages.pageId, { name: pageName.as('name') });

/** Selects accounts with their names. */
export const selectAccountNames = byIds(accounts, accounts.accountId, { name: accounts.name });

/** What a person is called: the name, or else the email address. */
export const personName = sql<
  string | null
>`iif(trim(${persons.name}) = '', ${persons.email}, ${persons.name})`;

/** Selects persons with their names. */
export const selectPersonNames = byIds(persons, persons.personId, { name: personName.as('name') });

/** What an audience is called by. */
const named = {
  customName: audiences.customName,
  personId: audiences.personId,
  personName: persons.name,
  audienceNumber: audiences.audienceNumber,
};

const selectVersionNames = statement((of: Ids) =>
  build
    .select({
      id: audienceVersions.versionId,
      versionNumber: audienceVersions.versionNumber,
      ...named,
    })
    .from(sql`${wanted(of)} cross join ${audienceVersions}`)
    .innerJoin(audiences, eq(audiences.audienceId, audienceVersions.audienceId))
    .leftJoin(persons, eq(persons.personId, audiences.personId))
    .where(eq(audienceVersions.versionId, id)),
);

/** What versions are called, by their ids, in one round trip: their audience, and their number. */
export async function versionNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.batch(partsOf(ids).map(selectVersionNames));
  return new Map(
    rows
      .flat()
      .map(({ id, versionNumber, ...of }) => [id, `${effectiveNameOf(of)}, version ${versionNumber}`]),
  );
}

const selectAudiencePlaces = statement((of: Ids) =>
  build
    .select({
      id: audiences.audienceId,
      pageId: audiences.pageId,
      archivedAt: audiences.archivedAt,
      pageName: pageName.as('pageName'),
      ...named,
    })
    .from(sql`${wanted(of)} cross join ${audiences}`)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId))
    .where(eq(audiences.audienceId, id)),
);

/** Where an audience is, and how it is called. */
export interface AudiencePlace {
  pageId: string;
  pageName: string;
  name: string;
  /** The person whom it is made for. */
  personId: string | null;
  archivedAt: string | null;
}

/** The places of audiences by their ids, in one round trip. */
export async function audiencePlaces(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, AudiencePlace>> {
  if (ids.length === 0) return new Map();
  const rows = await db.batch(partsOf(ids).map(selectAudiencePlaces));
  return new Map(
    rows.flat().map(({ id, pageId, pageName, personId, archivedAt, ...named }) => [
      id,
      {
        pageId,
        name: effectiveNameOf(named),
        pageName,
        personId,
        archivedAt: toTimestampOrNull(archivedAt),
      },
    ]),
  );
}

/** What has a name. */
type Named = 'page' | 'audience';

/** The names of records by their ids, in one round trip. One that does not exist any more has none. */
async function namesOf(db: Database, kind: Named, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  if (kind === 'audience') {
    const places = await audiencePlaces(db, ids);
    return new Map(Array.from(places, ([id, { name }]) => [id, name]));
  }
  const rows = await db.batch(partsOf(ids).map(selectPageNames));
  return new Map(rows.flat().flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** The items with the name of each, if they are asked for. */
export async function withNames<K extends Named, T extends Record<`${K}Id`, string>>(
  db: Database,
  kind: K,
  items: readonly T[],
  names: 'true' | 'false' | undefined,
): Promise<(T & { name?: string })[]> {
  if (names !== 'true') return [...items];
  const idOf = (item: T) => item[`${kind}Id`];
  const found = await namesOf(db, kind, items.map(idOf));
  return items.map((item) => {
    const name = found.get(idOf(item));
    return name === undefined ? item : { ...item, name };
  });
}
