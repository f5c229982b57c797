import { describe, expect, test } from 'vitest';
import { figureColumns } from '../../console/src/analytics/figure-columns.ts';
import { judged } from '../../console/src/analytics/measures.ts';
import { isSortedHere, nextSort, type Sortable, sorted } from '../../console/src/kit/sort.ts';

interface Row {
  name: string;
  visits: number | null;
}

const rows: Row[] = [
  { name: 'Zürich', visits: 9 },
  { name: 'Ängelholm', visits: 100 },
  { name: 'Berlin', visits: null },
  { name: 'Aachen', visits: 20 },
];
const columns = [
  { id: 'name', sortBy: ({ name }: Row): Sortable => name },
  { id: 'visits', sortBy: ({ visits }: Row): Sortable => visits },
  { id: 'trend' },
];
const names = (sort: string | undefined) => sorted(rows, columns, sort).map(({ name }) => name);

describe('rows', () => {
  test('are sorted by numbers, and those without a value come last in both directions', () => {
    expect(names('visits')).toEqual(['Zürich', 'Aachen', 'Ängelholm', 'Berlin']);
    expect(names('-visits')).toEqual(['Ängelholm', 'Aachen', 'Zürich', 'Berlin']);
  });

  test('are sorted by texts as a reader does', () => {
    expect(names('name')).toEqual(['Aachen', 'Ängelholm', 'Berlin', 'Zürich']);
    expect(names('-name')).toEqual(['Zürich', 'Berlin', 'Ängelholm', 'Aachen']);
  });

  test.each([undefined, 'trend', 'nothing'])('stay as they are by %s', (sort) => {
    expect(sorted(rows, columns, sort)).toBe(rows);
  });

  test('with a rate of few visits come below all that have enough', () => {
    const rates = [
      { name: 'one of one', rate: judged(1, 1) },
      { name: 'low', rate: judged(30, 0.1) },
      { name: 'high', rate: judged(300, 0.2) },
    ];
    const byRate = [{ id: 'rate', sortBy: ({ rate }: (typeof rates)[number]): Sortable => rate }];
    expect(sorted(rates, byRate, '-rate').map(({ name }) => name)).toEqual(['high', 'low', 'one of one']);
    expect(sorted(rates, byRate, 'rate').map(({ name }) => name)).toEqual(['low', 'high', 'one of one']);
  });
});

test('rows that come in the order of a column stay as they are, and are turned round only if the service does', () => {
  const served = { id: 'visits', isNumber: true, served: 'largest' as const, sortBy: () => 0 };
  expect(sorted(rows, [served], '-visits')).toBe(rows);
  expect([isSortedHere([served], '-visits'), isSortedHere(columns, 'name')]).toEqual([false, true]);
  expect([isSortedHere(columns, undefined), isSortedHere(columns, 'trend')]).toEqual([false, false]);
  expect(nextSort(served, '-visits')).toBe('-visits');
  expect(nextSort({ ...served, served: 'both' }, '-visits')).toBe('visits');
});

test.each([
  ['a text', { id: 'name' }, undefined, 'name'],
  ['a number, largest first', { id: 'visits', isNumber: true }, 'name', '-visits'],
  ['a number turned round', { id: 'visits', isNumber: true }, '-visits', 'visits'],
  ['a text turned round', { id: 'name' }, 'name', '-name'],
  ['a text turned back', { id: 'name' }, '-name', 'name'],
])('a click on the head of a column sorts by it: %s', (_, column, sort, next) => {
  expect(nextSort(column, sort)).toBe(next);
});

test('rates and times of few visits come last in tables of pages and of audiences', () => {
  const few = { totalSessions: 3, conversionCount: 3, conversionRate: 1, avgTimeSpentSeconds: 900 };
  const many = { totalSessions: 300, conversionCount: 30, conversionRate: 0.1, avgTimeSpentSeconds: 60 };
  const { rate, time, visits } = figureColumns<typeof few>(
    (row) => row,
    () => undefined,
  );
  for (const column of [rate, time])
    expect(sorted([few, many], [column], `-${column.id}`)).toEqual([many, few]);
  expect(sorted([many, few], [visits], 'visits')).toEqual([few, many]);
});
