import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linksFile } from '../../../console/src/screens/campaigns/links-file.ts';
import {
  firstMapping,
  peopleOf,
  planOf,
  suggestedPath,
  writeOf,
} from '../../../console/src/screens/campaigns/people.ts';
import { canonicalJson } from '../../../src/lib/idempotency.ts';
import { listRows, lookThrough } from '../../../src/lib/import/look.ts';
import { valuesOf } from '../../../src/visits/campaigns/words.ts';
import { fileOf } from '../import/files.ts';
import { campaignRow } from './row.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', name));
async function listOfTen() {
  const open = fileOf(read('demo/list-of-ten.csv'));
  const look = await lookThrough(open);
  const rows = (await Array.fromAsync(listRows(open, look))).flat();
  return peopleOf(rows, planOf(look.columns, firstMapping(look)));
}

test('the list of the demo is read as docs/marketers/pages-from-a-list.md says', async () => {
  const list = await listOfTen();
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

test('the formula of docs/marketers/pages-from-a-list.md finds the links of this list by their emails', async () => {
  const { recipients } = await listOfTen();
  // As the service keeps what was sent.
  const sent = recipients.map((one) => valuesOf(JSON.parse(canonicalJson(JSON.stringify(writeOf(one, []))))));
  const rows = sent.map((columns) => campaignRow({ columns }));
  const heading = linksFile(rows, new Map()).slice(1).split('\r\n')[0]?.split(',') ?? [];
  const [list = ''] = read('demo/list-of-ten.csv').toString().split('\n');
  const letter = (headings: string[], name: string) => String.fromCharCode(65 + headings.indexOf(name));
  const [own, email, link] = [
    letter(list.split(','), 'Email'),
    letter(heading, 'email'),
    letter(heading, 'Link'),
  ];
  expect(read('docs/marketers/pages-from-a-list.md').toString()).toContain(
    `=XLOOKUP(${own}2, Links!${email}:${email}, Links!${link}:${link}, "")`,
  );
});
