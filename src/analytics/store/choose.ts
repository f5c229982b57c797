import { audienceOrThrow, selectAudienceExists } from '../../content/audiences/store/internal.ts';
import { pageOrThrow, selectPage } from '../../content/pages/store/internal.ts';
import type { Database, RowsOf } from '../../db/client.ts';
import type { Range } from '../../lib/range.ts';
import { type Figures, figuresOf, newSums } from '../../vocabulary/measures.ts';
import type { ValueSort } from '../breakdown-schemas.ts';
import type { Filters } from '../filters.ts';
import { isTooMany, keyOf, otherTexts } from '../groups.ts';
import type { Question } from '../question.ts';
import { askAtOnce, askWith } from './ask.ts';
import { Compared } from './compared.ts';
import { Inquiry } from './inquiry.ts';
import { laterDays, rest, totalOf, wholeDays } from './items.ts';
import { firstOf, type Item, type Part, type Place } from './value-order.ts';

// Which values an answer of a breakdown has.

/** Which visits are broken down, and the order of values. */
export interface Values {
  audienceId?: string | undefined;
  filters: Filters;
  sort: ValueSort;
  limit: number;
  /** The range that is compared, if any. */
  compared?: Range | undefined;
}

/** The items of an answer with their numbers in the compared range, and the numbers of all other visits. */
export interface Chosen {
  items: (Item & { compared?: Figures })[];
  hasMore: boolean;
  other: Figures | null;
  /** The numbers of the visits that no page of the breakdown has: of values without the part that is asked for. */
  unlisted: Figures | null;
  /** The numbers of all visits of the compared range. */
  total: { comparedTotal?: Figures };
}

/** What a breakdown needs of what its question has found. The rest takes much memory, and is not kept. */
function chosenOf(asked: Compared, part: Part): Chosen {
  const following = firstOf(asked.groups, { ...part, take: part.take + 1 });
  const items = following.slice(0, part.take);
  const other = rest(
    totalOf(asked.groups),
    items.map(({ sums }) => sums),
  );
  return {
    items: items.map((item) => ({ ...item, ...asked.of(item.name) })),
    hasMore: following.length > items.length,
    other,
    unlisted: rest(asked.groups.of(otherTexts), []),
    total: asked.total(),
  };
}

/** What a question has found. */
export interface Answered {
  chosen: Chosen;
  days: ReturnType<typeof wholeDays>;
}

/** The statements that look for the page and the audience of a question. */
const placeOf = ({ pageId }: Pick<Question, 'pageId'>, audienceId: string | undefined) =>
  [
    pageId === undefined ? undefined : selectPage({ pageId }),
    pageId === undefined || audienceId === undefined
      ? undefined
      : selectAudienceExists({ pageId, audienceId }),
  ] as const;

/** Throws `page_not_found` or `audience_not_found` if `placeOf` has not found them. */
function assertPlace(
  { pageId }: Pick<Question, 'pageId'>,
  audienceId: string | undefined,
  [[page], [audience]]: RowsOf<ReturnType<typeof placeOf>>,
): void {
  if (pageId !== undefined) pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
}

/** Asks a question. Throws `page_not_found`, `audience_not_found`, `too_many_values`. */
async function choose(
  db: Database,
  question: Question,
  { audienceId, compared, sort, limit }: Values,
  after?: Place,
): Promise<Answered> {
  const asked = new Compared(question, compared);
  assertPlace(question, audienceId, await askWith(db, asked.inquiries, placeOf(question, audienceId)));
  return { chosen: chosenOf(asked, { sort, after, take: limit }), days: wholeDays(asked.inquiries) };
}

/** As `choose`. The compared range is asked for afterwards, and only for the items, if there is no room for both. */
export async function chooseOrLater(
  db: Database,
  question: Question,
  values: Values,
  after?: Place,
): Promise<Answered> {
  const { compared } = values;
  try {
    return await choose(db, question, values, after);
  } catch (error) {
    if (!compared || !isTooMany(error)) throw error;
  }
  const found = await choose(db, question, { ...values, compared: undefined }, after);
  return comparedLater(db, question, compared, found);
}

/** What a question has found, with the numbers that its items have in another range. */
async function comparedLater(
  db: Database,
  question: Question,
  { start, end }: Range,
  { chosen, days }: Answered,
): Promise<Answered> {
  const { by, filters } = question;
  const ofRange = { ...question, boundaries: [start, end] };
  const known = new Inquiry({ ...ofRange, only: new Set(chosen.items.flatMap(({ key }) => key ?? [])) });
  // Those without a value are no group of such a question.
  const unknown = new Inquiry({
    ...ofRange,
    by: undefined,
    part: undefined,
    filters: by ? { ...filters, [by]: [null] } : filters,
  });
  await askWith(db, [known, unknown], []);
  const { groups } = known.found.answer;
  const sums = new Map(Array.from(groups, ([name, of]) => [name && keyOf(name), of]));
  sums.set(null, unknown.found.answer.groups.of(null));
  return {
    chosen: {
      ...chosen,
      total: { comparedTotal: figuresOf(totalOf(groups)) },
      items: chosen.items.map((item) => ({
        ...item,
        compared: figuresOf(sums.get(item.key) ?? newSums()),
      })),
    },
    days: laterDays(days, wholeDays([known, unknown])),
  };
}

/** Asks several questions, in one round trip if that answers all of them, else one after the other. */
export async function chooseAll(
  db: Database,
  questions: readonly [Question, ...Question[]],
  values: Values,
): Promise<Answered[]> {
  const { audienceId, compared, sort, limit } = values;
  const [first] = questions;
  const asked = questions.map((question) => new Compared({ ...question, share: questions.length }, compared));
  const inquiries = asked.flatMap((one) => one.inquiries);
  const rows = await askAtOnce(db, inquiries, placeOf(first, audienceId));
  if (rows) {
    assertPlace(first, audienceId, rows);
    const part = { sort, after: undefined, take: limit };
    return asked.map((one) => ({ chosen: chosenOf(one, part), days: wholeDays(one.inquiries) }));
  }
  const each: Answered[] = [];
  for (const question of questions) each.push(await chooseOrLater(db, question, values));
  return each;
}
