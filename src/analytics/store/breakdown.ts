import type { Database } from '../../db/client.ts';
import type { CursorBinding, Listing } from '../../lib/cursor.ts';
import type { Dimension } from '../../vocabulary/dimensions.ts';
import { type Figures, figuresOf, newSums } from '../../vocabulary/measures.ts';
import type { Breakdown, Breakdowns, ValueSort } from '../breakdown-schemas.ts';
import { isKey, isTooMany, keyOf, otherTexts } from '../groups.ts';
import type { Question } from '../question.ts';
import { ask, askAbout, askAtOnce, askWith, questionOf, type Request } from './ask.ts';
import { Compared } from './compared.ts';
import { Inquiry } from './inquiry.ts';
import { type Item, itemsOf, laterDays, pagesOf, rest, totalOf, wholeDays } from './items.ts';
import { versionNames } from './names.ts';

/** Which visits are broken down, and which page of the values is asked for. */
interface BreakdownRequest extends Request, Listing {
  by: Dimension;
  sort: ValueSort;
  /** A part of the value, in any case. */
  query?: string | undefined;
  names?: 'true' | 'false' | undefined;
}

/** A request with its question and the pages of its values. Throws `invalid_cursor`. */
function asking(request: BreakdownRequest) {
  const { pageId, audienceId, by, query, sort, range, filters } = request;
  const binding: CursorBinding = [
    ...(['analytics_breakdown', pageId, audienceId, by, query, `${range.start}-${range.end}`] as const),
    JSON.stringify(filters),
    ...(sort === '-totalSessions' ? [] : [sort]),
  ];
  const question = { ...questionOf(request), by, part: query?.toLowerCase() };
  return { ...request, question, pageOf: pagesOf(binding, request) };
}
type Asking = ReturnType<typeof asking>;

/** A page of values: the items, and the numbers of all other visits. */
interface Answered {
  of: Asking;
  items: (Item & { compared?: Figures })[];
  hasMore: boolean;
  nextCursor: string | null;
  other: Figures | null;
  /** The numbers of the visits that no page of the breakdown has: of values without the part that is asked for. */
  unlisted: Figures | null;
  comparedTotal?: Figures;
  wholeDaysBefore?: string;
}

/** What a breakdown needs of what its question has found. The rest takes much memory, and is not kept. */
function foundBy(asked: Compared, of: Asking): Answered {
  const { groups } = asked;
  const { items, ...cursors } = of.pageOf(itemsOf(groups, of.sort));
  return {
    of,
    // Copies, so that no array of all groups is kept.
    items: items.map((item) => ({ ...item, sums: item.sums.slice(), ...asked.of(item.name) })),
    ...cursors,
    other: rest(totalOf(groups), items),
    unlisted: rest(groups.of(otherTexts), []),
    ...asked.more(),
  };
}

async function choose(db: Database, asking: Asking): Promise<Answered> {
  const asked = new Compared(asking.question, asking.compared);
  await askAbout(db, asking, asked.inquiries);
  return foundBy(asked, asking);
}

/** Asks for a page of values, and for the compared range afterwards if there is no room. Throws as `askAbout` does. */
async function chooseOrLater(db: Database, asking: Asking): Promise<Answered> {
  const { compared, question } = asking;
  try {
    return await choose(db, asking);
  } catch (error) {
    if (!compared || !isTooMany(error)) throw error;
  }
  const { wholeDaysBefore, ...found } = await choose(db, { ...asking, compared: undefined });
  const ofRange = { ...question, boundaries: [compared.start, compared.end] };
  const known = new Inquiry({ ...ofRange, only: new Set(found.items.flatMap(({ id }) => id ?? [])) });
  // Those without a value are no group of such a question.
  const unknown = new Inquiry({
    ...ofRange,
    by: undefined,
    part: undefined,
    filters: { ...question.filters, [asking.by]: [null] },
  });
  await askWith(db, [known, unknown], []);
  const { groups } = known.found.answer;
  const sums = new Map(Array.from(groups, ([name, of]) => [name && keyOf(name), of]));
  sums.set(null, unknown.found.answer.groups.of(null));
  const comparedOf = ({ id }: Item) => figuresOf(sums.get(id) ?? newSums());
  return {
    ...found,
    items: found.items.map((item) => ({ ...item, compared: comparedOf(item) })),
    comparedTotal: figuresOf(totalOf(groups)),
    ...laterDays([wholeDaysBefore, wholeDays([known, unknown]).wholeDaysBefore]),
  };
}

/** Asks for a page of values of each dimension, in one round trip if that answers all of them, else one after the other. */
async function chooseAll(db: Database, all: readonly Asking[]): Promise<Answered[]> {
  const each = all.map((asking) => {
    const asked = new Compared({ ...asking.question, share: all.length }, asking.compared);
    return { asked, asking };
  });
  const inquiries = each.flatMap(({ asked }) => asked.inquiries);
  const [of = {}] = all;
  if (await askAbout(db, of, inquiries, askAtOnce))
    return each.map(({ asked, asking }) => foundBy(asked, asking));
  const found: Answered[] = [];
  for (const asking of all) found.push(await chooseOrLater(db, asking));
  return found;
}

/** The values by key. There may be too many long ones to store all: the items' values are then searched for. */
async function valuesOf(db: Database, question: Question, items: Item[]) {
  const names = items.map(({ name }) => name);
  const lacking = names.filter((name) => name !== null && isKey(name));
  const found =
    lacking.length === 0
      ? []
      : (await ask(db, { ...question, only: new Set(lacking as string[]) })).answer.groups;
  return new Map(
    [...names, ...Array.from(found, ([name]) => name)].map((name) => [name && keyOf(name), name]),
  );
}

/** A page of values, as an answer has it. */
async function pageOf(db: Database, { of, items, hasMore, nextCursor, other, unlisted, ...more }: Answered) {
  const values = await valuesOf(db, of.question, items);
  const valueIn = ({ id }: Item) => values.get(id) ?? null;
  const isNamed = of.names === 'true' && of.by === 'versionId';
  const names = await versionNames(db, isNamed ? items.flatMap((item) => valueIn(item) ?? []) : []);
  return {
    items: items.map((item) => {
      const { sums, compared } = item;
      const value = valueIn(item);
      const name = names.get(value ?? '');
      return {
        value,
        ...(name !== undefined && { name }),
        ...figuresOf(sums),
        ...(compared && { compared }),
      };
    }),
    other,
    unlisted,
    hasMore,
    nextCursor,
    ...more,
  };
}

/**
 * The visits of a page, of one of its audiences, or without `pageId` of the whole workspace, by the values of a
 * dimension, sorted by a number. Items and others add up to all visits. Throws `page_not_found`, `audience_not_found`,
 * `invalid_cursor`, `too_many_values`.
 */
export async function breakdown(db: Database, request: BreakdownRequest): Promise<Breakdown> {
  return pageOf(db, await chooseOrLater(db, asking(request)));
}

/** The first page of `breakdown` for several dimensions, in one round trip. Throws as `breakdown` does. */
export async function breakdowns(
  db: Database,
  { by, ...request }: Omit<BreakdownRequest, 'by'> & { by: readonly Dimension[] },
): Promise<Breakdowns> {
  const all = [...new Set(by)].map((name) => asking({ ...request, by: name }));
  const found = await chooseAll(db, all);
  const pages: Breakdowns['breakdowns'] = [];
  for (const { wholeDaysBefore: _, ...answered } of found)
    pages.push({ by: answered.of.by, ...(await pageOf(db, answered)) });
  return { breakdowns: pages, ...laterDays(found.map(({ wholeDaysBefore }) => wholeDaysBefore)) };
}
