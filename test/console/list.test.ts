import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, useList } from '../../console/src/data/list.ts';
import { forgetAll, refetch } from '../../console/src/data/query.ts';
import { answerable, mount, settle } from './hook.ts';

interface Asked extends Omit<ReturnType<typeof answerable<ListPage<string>>>, 'promise'> {
  of: string;
  cursor: string | undefined;
  signal: AbortSignal;
}

let asked: Asked[] = [];
const cursors = () => asked.map(({ cursor }) => cursor);
const last = () => asked.at(-1) as Asked;

/** A page of a list, and the cursor of the next one. */
const page = (items: string, nextCursor: string | null = null): ListPage<string> => ({
  items: items.split(' '),
  hasMore: nextCursor !== null,
  nextCursor,
  totalCount: 9,
});

const show = (name: string) =>
  mount((of: string) => {
    const load = (cursor: string | undefined, signal: AbortSignal) => {
      const { promise, ...rest } = answerable<ListPage<string>>();
      asked.push({ of, cursor, signal, ...rest });
      return promise;
    };
    return useList(['list', of], load);
  }, name);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  forgetAll();
  vi.useRealTimers();
});

test('the next page is added below, once, however often it is asked for', async () => {
  const list = await show('a');
  expect(list.now).toMatchObject({ items: undefined, hasMore: false, totalCount: null });
  await last().answer(page('a b', 'after b'));
  expect(list.now).toMatchObject({ items: ['a', 'b'], hasMore: true, totalCount: 9 });
  list.now.more();
  list.now.more();
  await settle();
  expect(cursors()).toEqual([undefined, 'after b']);
  expect(list.now).toMatchObject({ items: ['a', 'b'], isLoading: true });
  await last().answer(page('c', 'after c'));
  list.now.more();
  await last().answer(page('d'));
  expect(list.now).toMatchObject({ items: ['a', 'b', 'c', 'd'], hasMore: false, isLoading: false });
  list.now.more();
  expect(cursors()).toEqual([undefined, 'after b', 'after c']);
});

test('a list that is loaded again has as many pages as before', async () => {
  const list = await show('a');
  await last().answer(page('a', 'after a'));
  list.now.more();
  await last().answer(page('b', 'after b'));
  list.now.more();
  await last().answer(page('c', 'after c'));
  refetch();
  await last().answer(page('new', 'after new'));
  // What was shown stays until all of it is there.
  expect(list.now.items).toEqual(['a', 'b', 'c']);
  await last().answer(page('a', 'after a'));
  await last().answer(page('b', 'after b'));
  expect(list.now).toMatchObject({ items: ['new', 'a', 'b'], hasMore: true });
  expect(cursors().slice(3)).toEqual([undefined, 'after new', 'after a']);
});

test('a page of the list as it was before is not added to the list as it is now', async () => {
  const list = await show('a');
  await last().answer(page('a', 'after a'));
  list.now.more();
  const next = last();
  refetch();
  await last().answer(page('z', 'after z'));
  await next.answer(page('b', 'after b'));
  expect(list.now.items).toEqual(['z']);
  list.now.more();
  expect(last().cursor).toBe('after z');
});

test('another list begins with one page, and cancels what was asked of the one before', async () => {
  const list = await show('a');
  await last().answer(page('a', 'after a'));
  list.now.more();
  await last().answer(page('b', 'after b'));
  list.now.more();
  const late = last();
  await list.change('other');
  expect(late.signal.aborted).toBe(true);
  // What is shown is still the list before: it has no next page to ask for.
  expect(list.now).toMatchObject({ isStale: true });
  list.now.more();
  expect(last()).toMatchObject({ of: 'other', cursor: undefined });
  await late.answer(page('c'));
  await last().answer(page('x', 'after x'));
  expect(list.now).toMatchObject({ items: ['x'], isLoading: false });
  expect(asked.filter(({ of }) => of === 'other')).toHaveLength(1);
});

test('a page that failed is asked for again by hand only', async () => {
  const list = await show('a');
  await last().answer(page('a', 'after a'));
  list.now.more();
  await last().fail(new Error('broken'));
  expect(list.now).toMatchObject({ items: ['a'], error: new Error('broken'), isLoading: false });
  list.now.more();
  expect(asked).toHaveLength(2);
  list.now.retry();
  await last().answer(page('b'));
  expect(list.now).toMatchObject({ items: ['a', 'b'], error: undefined });
});

test('a list whose first page failed is tried again from its beginning', async () => {
  const list = await show('a');
  await last().fail(new Error('broken'));
  expect(list.now).toMatchObject({ items: undefined, error: new Error('broken') });
  list.now.retry();
  await last().answer(page('a'));
  expect(list.now).toMatchObject({ items: ['a'], error: undefined });
});
