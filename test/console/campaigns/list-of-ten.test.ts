import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  firstMapping,
  peopleOf,
  planOf,
  suggestedPath,
} from '../../../console/src/screens/campaigns/people.ts';
import { listRows, lookThrough } from '../../../src/lib/import/look.ts';
import { fileOf } from '../import/files.ts';

test('the list of the demo is read as docs/marketers/pages-from-a-list.md says', async () => {
  const open = fileOf(readFileSync(path.resolve(import.meta.dirname, '../../../demo/list-of-ten.csv')));
  const look = await lookThrough(open);
  const rows = (await Array.fromAsync(listRows(open, look))).flat();
  const list = peopleOf(rows, planOf(look.columns, firstMapping(look)));
  expect([list.recipients.length, list.refused, suggestedPath(list)]).toEqual([
    10,
    [],
    '/for/{{companyName}}',
  ]);
  expect(list.columns.map(({ name }) => name)).toEqual(
    'firstName lastName name companyName email Industry Topic'.split(' '),
  );
  expect(list.recipients.filter(({ values }) => values.Topic === undefined)).toHaveLength(2);
});
