import type { CampaignRowsResult, CampaignRowWrite } from '@footfall/client';
import { expect, test } from 'vitest';
import type { PeopleList } from '../../../console/src/screens/campaigns/people.ts';
import {
  labelIn,
  nothingDone,
  type Progress,
  sendPeople,
} from '../../../console/src/screens/campaigns/send.ts';

type RowResult = CampaignRowsResult['results'][number];

const listOf = (count: number): PeopleList => ({
  columns: [],
  headings: ['Email'],
  refused: [],
  recipients: Array.from({ length: count }, (_, at) => ({
    row: { number: at + 2, cells: [`p${at}`] },
    who: { person: { email: `p${at}` } },
    values: {},
  })),
});
const made = {
  status: 201,
  outcome: 'created',
  isNewPerson: true,
  problem: null,
} as RowResult;
const refusal = (detail: string, ...errors: { path: string; message: string }[]) =>
  ({ ...made, status: 422, outcome: null, isNewPerson: false, problem: { detail, errors } }) as RowResult;

const how = {
  writeOf: ({ who }: PeopleList['recipients'][number]) => who as CampaignRowWrite,
  labelOf: labelIn([{ path: 'metadataOverride.title', label: 'Title' }]),
  wait: async () => {},
};

test('a hundred people are one request, and what became of them is counted', async () => {
  const sizes: number[] = [];
  const seen: number[] = [];
  const end = await sendPeople(listOf(250), {
    ...how,
    ask: async (rows) => {
      sizes.push(rows.length);
      return { results: rows.map(() => made) };
    },
    onProgress: ({ done }) => seen.push(done),
  });
  expect(sizes).toEqual([100, 100, 50]);
  expect(seen).toEqual([100, 200, 250]);
  expect(end).toMatchObject({ done: 250, created: 250, newPersons: 250, refused: [] });
});

test('a refused row has its reasons in the words of the list', async () => {
  const results = [
    refusal('', { path: 'rows.0.columns.companyName', message: 'has no value here, and …' }),
    refusal('', { path: 'rows.1.person.email', message: 'must have one @' }),
    refusal('', { path: 'rows.2.words.metadataOverride.title', message: 'is too long' }),
    refusal('Another link has the path /for/x.'),
    refusal('', { path: 'rows.4.path', message: 'must begin with /' }),
  ];
  const { refused } = await sendPeople(listOf(5), {
    ...how,
    ask: async () => ({ results }),
    onProgress() {},
  });
  expect(refused.map(({ row, reasons }) => [row.number, ...reasons])).toEqual([
    [2, 'Name of the company is empty here, and a text has no default for it.'],
    [3, 'Email “p1” must have one @.'],
    [4, 'Title is too long.'],
    [5, 'Another link has the path /for/x.'],
    [6, 'The link must begin with /.'],
  ]);
});

test('a request without an answer is sent again, and a stop goes on where it was', async () => {
  const stop = new AbortController();
  let asked = 0;
  let last: Progress | undefined;
  const ask = async (rows: CampaignRowWrite[]) => {
    asked += 1;
    if (asked === 1) throw Object.assign(new Error('gone'), { status: 0 });
    return { results: rows.map(() => made) };
  };
  const first = sendPeople(listOf(150), {
    ...how,
    ask,
    signal: stop.signal,
    onProgress: (progress) => {
      last = progress;
      stop.abort(new Error('stopped'));
    },
  });
  await expect(first).rejects.toThrow('stopped');
  expect([asked, last?.done]).toEqual([2, 100]);
  const end = await sendPeople(listOf(150), { ...how, ask, ...(last && { from: last }), onProgress() {} });
  expect([asked, end.done, end.created]).toEqual([3, 150, 150]);
});

test('pages whose answer was lost count as the check said, and those that were there do not', async () => {
  const list = listOf(250);
  const of = (at: number): RowResult => ({
    ...made,
    // Every tenth was there, and every seventh had other words; the 20th is who the 19th is.
    outcome: at % 10 === 0 ? 'unchanged' : at % 7 === 0 ? 'updated' : 'created',
    personId: `person_${at === 20 ? 19 : at}`,
  });
  const numberOf = ({ person }: CampaignRowWrite) => Number(person?.email?.slice(1));
  const answer = (rows: CampaignRowWrite[]) => ({ results: rows.map((row) => of(numberOf(row))) });
  const check = await sendPeople(list, { ...how, ask: async (rows) => answer(rows), onProgress() {} });
  const written = new Set<number>();
  let asked = 0;
  const lossy = async (rows: CampaignRowWrite[]) => {
    asked += 1;
    const numbers = rows.map(numberOf);
    const results = rows.map((row, at) =>
      written.has(numbers[at] ?? 0)
        ? { ...of(numberOf(row)), outcome: 'unchanged' as const, isNewPerson: false }
        : of(numberOf(row)),
    );
    for (const number of numbers) written.add(number);
    if (asked % 2 === 1) throw Object.assign(new Error('gone'), { status: asked === 3 ? 500 : 0 });
    return { results };
  };
  const end = await sendPeople(list, { ...how, ask: lossy, checked: check.outcomes, onProgress() {} });
  const counts = ({ created, updated, unchanged }: Progress) => ({ created, updated, unchanged });
  expect(asked).toBe(6);
  expect(counts(end)).toEqual(counts(check));

  // One that was stopped before its answer came goes on with what it may have written.
  asked = 1;
  const from = nothingDone;
  expect(
    counts(
      await sendPeople(listOf(100), { ...how, ask: lossy, from, checked: check.outcomes, onProgress() {} }),
    ),
  ).toEqual({ created: 0, updated: 0, unchanged: 100 });
  const first = { ...list, recipients: list.recipients.slice(0, 100) };
  asked = 1;
  const whole = await sendPeople(first, {
    ...how,
    ask: lossy,
    from,
    checked: check.outcomes,
    onProgress() {},
  });
  expect(whole.created).toBe(
    [...check.outcomes.values()].slice(0, 100).filter((one) => one === 'created').length,
  );
});

test('what no further attempt mends ends it', async () => {
  const ask = async () => {
    throw Object.assign(new Error('archived'), { status: 409 });
  };
  await expect(sendPeople(listOf(1), { ...how, ask, onProgress() {} })).rejects.toThrow('archived');
});
