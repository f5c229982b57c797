import { expect, test } from 'vitest';
import {
  changed,
  countsInWords,
  fileInWords,
  firstChoice,
  namesSomebody,
  planOf,
  seenOrder,
  sentenceOf,
} from '../../../console/src/screens/import-list/plan.ts';
import { lookThrough } from '../../../src/lib/import/look.ts';
import { fileOf } from './files.ts';

const lookOf = (text: string) => lookThrough(fileOf(new TextEncoder().encode(text)));

test('at first a list is of persons, and nothing is guessed', async () => {
  const look = await lookOf('Email,Phone,Date\na@b.example,,13/04/2026\n');
  const chosen = firstChoice(look, 'Europe/Berlin');
  expect(chosen.mapping).toEqual(['email', 'phoneNumber', null]);
  expect(planOf(chosen, look)).toMatchObject({ kind: 'persons', country: undefined });
  expect(namesSomebody(chosen)).toBe(true);
  expect(namesSomebody({ ...chosen, mapping: [null, null, null] })).toBe(false);
});

test('another kind of list has other columns, and what was chosen stays otherwise', async () => {
  const look = await lookOf('Email,Phone,Date\na@b.example,,13/04/2026\n');
  const first = changed(firstChoice(look, 'UTC'), { country: 'DE' }, look);
  const logs = changed(first, { kind: 'logs' }, look);
  expect(logs).toMatchObject({ mapping: ['email', 'phoneNumber', 'occurredAt'], country: 'DE' });
  expect(seenOrder(logs, look)).toBe('day');
  expect(planOf(logs, look).dates).toEqual({ zone: 'UTC', order: 'day', areSerials: false });
  expect(planOf({ ...logs, order: 'month' }, look).dates.order).toBe('month');
  expect(changed(logs, { mapping: ['email', null, null] }, look).mapping).toEqual(['email', null, null]);
});

test('a file and what became of it, in words', async () => {
  expect(fileInWords('a.csv', await lookOf('Email\na@b.example\n'))).toBe('a.csv: 1 row, 1 column, UTF-8.');
  expect(fileInWords('a.csv', await lookOf('a@b.example,A\nb@b.example,B\n'))).toBe(
    'a.csv: 2 rows, 2 columns, UTF-8, without headings.',
  );
  const counts = { created: 1, updated: 2, unchanged: 3, refused: 4 };
  expect(countsInWords(counts, 'logs').map(([label]) => label)).toEqual(['New', 'There already', 'Refused']);
  expect(sentenceOf(counts, 'logs')).toBe('1 new, 3 there already, 4 refused');
  expect(countsInWords(counts, 'persons').map(([, count]) => count)).toEqual([1, 2, 3, 4]);
});
