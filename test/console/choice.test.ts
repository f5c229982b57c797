import { expect, test } from 'vitest';
import { type BulkAction, namesIn, part } from '../../console/src/kit/bulk-action.ts';
import { keysBetween, noChoice, withKeys } from '../../console/src/kit/choice.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

test.each([
  ['downwards', 'b', 'd', ['b', 'c', 'd']],
  ['upwards', 'd', 'b', ['b', 'c', 'd']],
  ['from the row itself', 'c', 'c', ['c']],
  ['over the whole table', 'a', 'e', order],
  ['from no row', undefined, 'c', ['c']],
  ['from a row that is not in the table any more', 'gone', 'c', ['c']],
])('a range of rows goes %s', (_, from, to, keys) => {
  expect(keysBetween(order, from, to)).toEqual(keys);
});

test('a range follows the order of the table, not the one in which rows were chosen', () => {
  expect(keysBetween(['e', 'a', 'd', 'b', 'c'], 'a', 'b')).toEqual(['a', 'd', 'b']);
});

test('rows are chosen in addition, and let go, and the choice before stays as it was', () => {
  const some = withKeys(noChoice, ['a', 'b'], true, 'b');
  expect(some).toEqual({ keys: new Set(['a', 'b']), from: 'b' });
  const more = withKeys(some, ['b', 'd'], true, 'd');
  expect(more).toEqual({ keys: new Set(['a', 'b', 'd']), from: 'd' });
  expect(withKeys(more, ['a', 'd', 'x'], false, 'a')).toEqual({ keys: new Set(['b']), from: 'a' });
  expect(some.keys.size).toBe(2);
  expect(noChoice.keys.size).toBe(0);
});

test('rows with which an action cannot be done are named by the reason', () => {
  const action: BulkAction<number> = {
    label: 'Halve',
    refusal: (row) => (row === 0 ? 'Nothing:' : row % 2 === 1 ? 'Odd:' : undefined),
  };
  const { able, refused } = part([1, 2, 0, 3, 4], action, (row) => `number ${row}`);
  expect(able).toEqual([2, 4]);
  expect([...refused]).toEqual([
    ['Odd:', ['number 1', 'number 3']],
    ['Nothing:', ['number 0']],
  ]);
  expect(part([1, 2], { label: 'Show' }, String).able).toEqual([1, 2]);
});

test('of many names the first are said, and how many more there are', () => {
  expect(namesIn(['Museums'])).toBe('Museums');
  expect(namesIn(['Museums', 'Ports', 'Depots'], 3)).toBe('Museums, Ports, Depots');
  expect(namesIn(['Museums', 'Ports', 'Depots', 'Farms'], 2)).toBe('Museums, Ports and 2 more');
});
