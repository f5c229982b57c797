import type { CampaignRowsResult, CampaignRowWrite } from '@footfall/client';
import { expect, test } from 'vitest';
import type { PeopleList } from '../../../console/src/screens/campaigns/people.ts';
import { labelIn, type Progress, sendPeople } from '../../../console/src/screens/campaigns/send.ts';

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

test('what no further attempt mends ends it', async () => {
  const ask = async () => {
    throw Object.assign(new Error('archived'), { status: 409 });
  };
  await expect(sendPeople(listOf(1), { ...how, ask, onProgress() {} })).rejects.toThrow('archived');
});
