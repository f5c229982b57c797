import type { Database } from '../../db/client.ts';
import type { CursorBinding, Listing } from '../../lib/cursor.ts';
import type { Dimension } from '../../vocabulary/dimensions.ts';
import { type Figures, figuresOf, newSums } from '../../vocabulary/measures.ts';
import type { ValueSort } from '../breakdown-schemas.ts';
import { isTooMany, keyOf, otherTexts } from '../groups.ts';
import { askAbout, askAtOnce, askWith, questionOf, type Request } from './ask.ts';
import { Compared } from './compared.ts';
import { Inquiry } from './inquiry.ts';
import { type Item, itemsOf, laterDays, pagesOf, rest, totalOf, wholeDays } from './items.ts';

// Which values an answer of a breakdown has.

/** Which visits are broken down, and which page of the values is asked for. */
export interface BreakdownRequest extends Request, Listing {
  by: Dimension;
  sort: ValueSort;
  /** A part of the value, in any case. */
  query?: string | undefined;
}

/** A request with its question and the pages of its values. Throws `invalid_cursor`. */
export function asking(request: BreakdownRequest) {
  const { pageId, audienceId, by, query, sort, range, filters } = request;
  const binding: CursorBinding = [
    ...(['analytics_breakdown', pageId, audienceId, by, query, `${range.start}-${range.end}`] as const),
    JSON.stringify(filters),
    ...(sort === '-totalSessions' ? [] : [sort]),
  ];
  const question = { ...questionOf(request), by, part: query?.toLowerCase() };
  return { ...request, question, pageOf: pagesOf(binding, request) };
}
export type Asking = ReturnType<typeof asking>;

/** A page of values: the items, and the numbers of all other visits. */
export interface Answered {
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
export async function chooseOrLater(db: Database, asking: Asking): Promise<Answered> {
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
export async function chooseAll(db: Database, all: readonly Asking[]): Promise<Answered[]> {
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
