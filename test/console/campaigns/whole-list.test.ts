import { expect, test } from 'vitest';
import type { Recipient } from '../../../console/src/screens/campaigns/people.ts';
import { nothingDone } from '../../../console/src/screens/campaigns/send.ts';
import {
  newIn,
  refusedTogether,
  samePaths,
  serialsIn,
} from '../../../console/src/screens/campaigns/whole-list.ts';

const row = (at: number, name: string, email = `p${at}@x.example`): Recipient => ({
  row: { number: at + 2, cells: [] },
  who: { person: { email } },
  values: name === '' ? {} : { name },
});
const listOf = (recipients: Recipient[]) => ({ columns: [], headings: [], refused: [], recipients });
/** A check in which all rows are new, but those of these places are there. */
const checkOf = (recipients: Recipient[], ...known: number[]) => ({
  ...nothingDone,
  outcomes: new Map(
    recipients.map(({ row }, at) => [
      row,
      known.includes(at) ? ('unchanged' as const) : ('created' as const),
    ]),
  ),
});
const numbers = (refused: { row: { number: number } }[]) => refused.map(({ row: { number } }) => number);

const people = [
  row(0, 'Anna'),
  row(1, 'ÄNNA'),
  row(2, 'Cleo'),
  row(3, 'Anna', 'P0@x.example'),
  row(4, ''),
  row(5, 'anna!'),
];

test('a path that somebody before them has is found, as paths are spelled, and not of one person twice', () => {
  expect([...samePaths('/for/{{name}}', people)].map(([one, path]) => [one.row.number, path])).toEqual([
    [3, '/for/anna'],
    [7, '/for/anna'],
  ]);
  expect(samePaths('/for/{{email}}', people).size).toBe(0);
});

test('those who have a link keep it', () => {
  const check = checkOf(people, 0, 1);
  expect(newIn(listOf(people), check)).toHaveLength(4);
  const campaign = { rowsCount: 2, onPathTaken: 'refuse', path: '/for/{{name}}' } as const;
  expect(numbers(refusedTogether(listOf(people), check, campaign))).toEqual([7]);
});

test.each<[rowsCount: number, onPathTaken: 'suffix' | 'refuse', refused: number[]]>([
  [0, 'suffix', []],
  [9994, 'suffix', []],
  [9997, 'suffix', [5, 6, 7]],
  [10_000, 'suffix', [2, 3, 4, 5, 6, 7]],
  [0, 'refuse', [3, 7]],
  [9997, 'refuse', [3, 7, 6]],
])('with %i people and %s, rows %j are refused', (rowsCount, onPathTaken, refused) => {
  const campaign = { rowsCount, onPathTaken, path: '/for/{{name}}' };
  const found = refusedTogether(listOf(people), checkOf(people), campaign);
  expect(numbers(found)).toEqual(refused);
});

test.each<[values: string[], isSerial: boolean]>([
  [['46115', '', '46116'], true],
  [['46115', '120'], false],
  [['46115,5'], false],
  [['99999'], false],
  [[''], false],
])('%j may be days of Excel: %s', (values, isSerial) => {
  const some = values.map((value, at) => ({ ...row(at, 'A'), values: value === '' ? {} : { Date: value } }));
  expect(serialsIn(['Date', 'Other'], some)).toEqual(isSerial ? [['Date', '46115']] : []);
});
