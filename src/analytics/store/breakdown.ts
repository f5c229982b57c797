import type { Database } from '../../db/client.ts';
import type { Dimension } from '../../vocabulary/dimensions.ts';
import { figuresOf } from '../../vocabulary/measures.ts';
import type { Breakdown, Breakdowns } from '../breakdown-schemas.ts';
import { isKey, keyOf } from '../groups.ts';
import type { Question } from '../question.ts';
import { ask } from './ask.ts';
import { type Answered, asking, type BreakdownRequest, chooseAll, chooseOrLater } from './choose.ts';
import { type Item, laterDays } from './items.ts';

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
  return {
    items: items.map(({ id, sums, compared }) => ({
      value: values.get(id) ?? null,
      ...figuresOf(sums),
      ...(compared && { compared }),
    })),
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
