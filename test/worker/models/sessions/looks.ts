import { sealSome } from '../../../../src/analytics/worker/seal.ts';
import type { Database } from '../../../../src/db/client.ts';
import { sha256 } from '../../../../src/lib/sha256.ts';
import { openTestDatabase } from '../../support/client.ts';
import { day } from '../../support/times.ts';
import {
  askAudiences,
  askBreakdown,
  askPages,
  askSeries,
  askSessions,
  askWorkspaceSeries,
} from './answers.ts';
import {
  epoch,
  listed,
  type Model,
  type Numbers,
  numbersOf,
  type Session,
  valueIn,
  wholeDaysOf,
} from './model.ts';
import { passes, type Question, spanOf } from './questions.ts';
import { interruptedDatabase } from './tasks.ts';

// Each answer is compared with a scan of the model.

/** The most pages of one list that a look reads. */
const mostPages = 5;

/** What a look needs. */
export interface Sight {
  model: Model;
  /** The audiences that are archived. */
  archived: ReadonlySet<string>;
  question: Question;
  /** Opens a database for one answer; undefined for the API. */
  open: () => Database | undefined;
}

/** Where answers come from, if not from the API: with `isBeside`, sessions are sealed between the first two round trips of an answer. */
export const databaseFor =
  (model: Model, { isBeside }: Question) =>
  (): Database | undefined =>
    isBeside
      ? interruptedDatabase({ at: 1, moment: 'before' }, async () => {
          await sealSome(openTestDatabase(), model.now, true);
        })
      : undefined;

/** The sessions of a page, or of the workspace, in the range, and those of them that pass the filters. */
function foundBy({ model, question }: Sight, pageId?: string, span = spanOf(question)) {
  const ofRange = model.within(span, pageId);
  return {
    days: wholeDaysOf(ofRange),
    found: ofRange.filter((session) => passes(session, question.filters)),
  };
}

const ofAudience = (sessions: Session[], id: string | undefined) =>
  id === undefined ? sessions : sessions.filter(({ audienceId }) => audienceId === id);

/** Items by a number, the first of them if there is a limit. Items with equal numbers keep their order. */
function largest<T extends Numbers>(items: T[], order = '-totalSessions', limit?: number): T[] {
  const name = order.replace('-', '') as keyof Numbers;
  return items
    .toSorted((a, b) => (order.startsWith('-') ? b[name] - a[name] : a[name] - b[name]))
    .slice(0, limit);
}

/** Every audience that is shown, newest first, and all other visits. */
async function lookAtAudiences(sight: Sight): Promise<void> {
  const { model, archived, question, open } = sight;
  const { found, days } = foundBy(sight, question.place.pageId);
  const shown = question.place.audiences.filter((id) => !archived.has(id)).toReversed();
  const itemOf = (audienceId: string) => ({
    audienceId,
    ...numbersOf(model, ofAudience(found, audienceId)),
  });
  const notIn = (ids: (string | undefined)[]) => {
    const others = found.filter(({ audienceId }) => audienceId === null || !ids.includes(audienceId));
    return others.length > 0 ? numbersOf(model, others) : null;
  };
  const others = notIn(shown);
  expect(await askAudiences(open(), question)).toEqual({
    items: [...shown.map(itemOf), ...(others ? [others] : [])],
    ...days,
  });

  const { sort, isLimited, limit } = question;
  if (sort === undefined && !isLimited) return;
  const items = shown.map(itemOf).filter(({ totalSessions }) => !isLimited || totalSessions > 0);
  const first = largest(items, sort, isLimited ? limit : undefined);
  const chosen = await askAudiences(open(), question, { sort, limit: isLimited ? limit : undefined });
  expect(chosen).toEqual({
    items: first,
    other: notIn(first.map(({ audienceId }) => audienceId)),
    total: numbersOf(model, found),
    // Two audiences with 30 visits each are compared: comparison.test.ts.
    comparison: found.length < 60 ? null : chosen.comparison,
    ...days,
  });
}

/** Of texts with more than 100 characters, the first 100 count, and then their SHA-256. */
const orderOf = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}\0${sha256(text)}` : text);
const byText = (a: string, b: string) => (orderOf(a) < orderOf(b) ? -1 : 1);

/** Every page of a breakdown. On each, items and others are all visits. */
export async function lookAtBreakdown(sight: Sight, of: 'page' | 'workspace'): Promise<void> {
  const { model, question, open } = sight;
  const { by, limit, part, audienceId, place, valueSort } = question;
  const number = valueSort.slice(1) as keyof ReturnType<typeof numbersOf>;
  const { found: all, days } = foundBy(sight, of === 'page' ? place.pageId : undefined);
  const found = of === 'page' ? ofAudience(all, audienceId) : all;
  const isAsked = (value: string | null) =>
    part === undefined || (value?.toLowerCase().includes(part.toLowerCase()) ?? false);
  const unasked = found.filter((session) => !isAsked(valueIn(session, by)));
  const groups = [...Map.groupBy(found, (session) => valueIn(session, by))]
    .filter(([value]) => isAsked(value))
    .map(([value, sessions]) => ({ value, ...numbersOf(model, sessions) }))
    .sort(
      (x, y) =>
        y[number] - x[number] || (x.value === null ? 1 : y.value === null ? -1 : byText(x.value, y.value)),
    );
  let cursor: string | undefined;
  for (let at = 0; at < mostPages * limit; at += limit) {
    const answer = await askBreakdown(open(), question, of, cursor);
    const items = groups.slice(at, at + limit);
    const shown = new Set(items.map(({ value }) => value));
    const others = found.filter((session) => !shown.has(valueIn(session, by)));
    const hasMore = groups.length > at + limit;
    expect(answer).toEqual({
      items,
      other: others.length > 0 ? numbersOf(model, others) : null,
      unlisted: unasked.length > 0 ? numbersOf(model, unasked) : null,
      hasMore,
      nextCursor: hasMore ? expect.any(String) : null,
      ...days,
    });
    if (answer.nextCursor === null) return;
    cursor = answer.nextCursor;
  }
}

/** A range of a series: closed, and of at most 1,000 steps. */
function closed({ start = epoch - day, end = epoch + 70 * day, interval }: Question) {
  return { start, end: interval === 'hour' ? Math.min(end, start + 40 * day) : end };
}

/** The sessions of each step. The steps follow each other, and cover the range: steps.test.ts says where they begin. */
function stepsOf(
  found: Session[],
  items: { start: string; end: string }[],
  { start, end }: { start: number; end: number },
) {
  const times = items.map((item) => [Date.parse(item.start), Date.parse(item.end)] as const);
  expect(times[0]?.[0]).toBeLessThanOrEqual(start);
  expect(times.at(-1)?.[1]).toBeGreaterThanOrEqual(end);
  for (const [index, [from]] of times.entries()) if (index > 0) expect(from).toBe(times[index - 1]?.[1]);
  const sorted = found.toSorted((a, b) => a.start - b.start);
  let next = 0;
  return times.map(([, to]) => {
    const first = next;
    while ((sorted[next]?.start ?? Number.POSITIVE_INFINITY) < to) next++;
    return sorted.slice(first, next);
  });
}

async function lookAtSeries(sight: Sight): Promise<void> {
  const { model, question, open } = sight;
  const span = closed(question);
  if (span.start >= span.end) return;
  const { found: all, days } = foundBy(sight, question.place.pageId, span);
  const found = ofAudience(all, question.audienceId);
  const { items, ...rest } = await askSeries(open(), { ...question, ...span });
  expect(rest).toEqual({ total: numbersOf(model, found), ...days });
  const expected = stepsOf(found, items, span);
  expect(items).toEqual(
    items.map(({ start, end }, index) => ({ start, end, ...numbersOf(model, expected[index] ?? []) })),
  );
}

/** The pages with visits, most visits first; of equals the newest first. */
const pagesOf = (model: Model, found: Session[]) =>
  Array.from(
    Map.groupBy(found, ({ pageId }) => pageId),
    ([pageId, sessions]) => ({ pageId, ...numbersOf(model, sessions) }),
  ).sort((a, b) => (a.pageId < b.pageId ? 1 : -1));

async function lookAtWorkspaceSeries(sight: Sight): Promise<void> {
  const { model, question, open } = sight;
  const span = closed(question);
  if (span.start >= span.end) return;
  const { found, days } = foundBy(sight, undefined, span);
  const { items, pages, ...rest } = await askWorkspaceSeries(open(), { ...question, ...span });
  expect(rest).toEqual({ total: numbersOf(model, found), ...days });
  const expected = stepsOf(found, items, span);
  expect(items).toEqual(
    items.map(({ start, end }, index) => ({ start, end, ...numbersOf(model, expected[index] ?? []) })),
  );
  const most = largest(pagesOf(model, found), '-totalSessions', question.limit);
  const byStep = expected.map((sessions) => Map.groupBy(sessions, ({ pageId }) => pageId));
  expect(pages).toEqual(
    most.map(({ pageId }) => ({
      pageId,
      totalSessions: byStep.map((ofStep) => ofStep.get(pageId)?.length ?? 0),
    })),
  );
}

async function lookAtPages(sight: Sight): Promise<void> {
  const { model, question, open } = sight;
  const { found, days } = foundBy(sight);
  const { sort, isLimited, limit } = question;
  const items = largest(pagesOf(model, found), sort, isLimited ? limit : undefined);
  const shown = new Set(items.map(({ pageId }) => pageId));
  const others = found.filter(({ pageId }) => !shown.has(pageId));
  expect(await askPages(open(), question)).toEqual({
    items,
    other: others.length > 0 ? numbersOf(model, others) : null,
    total: numbersOf(model, found),
    ...days,
  });
}

/** The stored id decides the order of sessions with one start: that of an imported one begins with a mark. */
const isBefore = (a: Session, b: Session) => b.start - a.start || (a.id < b.id ? 1 : -1);

/** A list with filters, alone or together: every session that passes, on some page. All pages have the same total. */
export async function lookAtSessions(sight: Sight, of: 'page' | 'workspace'): Promise<void> {
  const { model, question, open } = sight;
  const { place, audienceId, limit, hasDeeds } = question;
  const { status, hasConversion, hasFormSubmit }: Partial<Question> = hasDeeds ? question : {};
  const found =
    of === 'page' ? ofAudience(foundBy(sight, place.pageId).found, audienceId) : foundBy(sight).found;
  const expected = found
    .filter(
      (session) =>
        !session.removed &&
        (status === undefined || model.hasStatus(session, status)) &&
        (hasConversion === undefined || session.conversion === hasConversion) &&
        (hasFormSubmit === undefined || session.form === hasFormSubmit),
    )
    .sort(isBefore);
  let cursor: string | undefined;
  // The list of all pages differs by its index only: the place of a cursor is enough.
  const pages = of === 'page' ? mostPages : 2;
  for (let at = 0; at < pages * limit; at += limit) {
    const answer = await askSessions(open(), question, of, cursor);
    expect(answer.totalCount).toBe(expected.length);
    expect(answer.items).toEqual(
      expected.slice(at, at + limit).map((session) => expect.objectContaining(listed(model, session))),
    );
    expect(answer.hasMore).toBe(expected.length > at + limit);
    if (answer.nextCursor === null) return;
    cursor = answer.nextCursor;
  }
}

/** Asks everything that one question says. */
export async function lookAt(sight: Sight): Promise<void> {
  await lookAtAudiences(sight);
  await lookAtBreakdown(sight, 'page');
  await lookAtBreakdown(sight, 'workspace');
  await lookAtSeries(sight);
  await lookAtWorkspaceSeries(sight);
  await lookAtPages(sight);
  await lookAtSessions(sight, 'page');
  await lookAtSessions(sight, 'workspace');
}
