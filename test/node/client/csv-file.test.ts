import { expect, test } from 'vitest';
import { csvFile, isProblem, listAccounts } from '#footfall/client';
import { clientOf, lost, problem } from './answers.ts';

const file = (body: BodyInit) =>
  new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8; header=present' } });

test('asks for all rows of a list with its filters, and gives the file as it is', async () => {
  const text = '\u{FEFF}accountId,name\r\na,Zoë\r\n';
  const { client, arrived } = clientOf([file(text)]);
  const blob = await csvFile(listAccounts, { client, query: { sort: 'latestVisitAt' } });
  expect(new URL(arrived[0]?.url ?? '').search).toBe('?sort=latestVisitAt&format=csv');
  expect(blob.type).toBe('text/csv;charset=utf-8;header=present');
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new TextEncoder().encode(text));
});

test('a refusal is a problem', async () => {
  const { client } = clientOf([problem(400, 'too_many_rows')]);
  const error = await csvFile(listAccounts, { client }).catch((error: unknown) => error);
  expect(isProblem(error, 'too_many_rows')).toBe(true);
});

test('a file that breaks off is a problem, and not asked for again: it would break off again', async () => {
  let isBegun = false;
  const broken = file(
    new ReadableStream({
      pull(controller) {
        if (isBegun) return controller.error(lost());
        isBegun = true;
        controller.enqueue(new TextEncoder().encode('accountId\r\n'));
      },
    }),
  );
  const { client, arrived } = clientOf([broken], { retries: 3 });
  const error = await csvFile(listAccounts, { client }).catch((error: unknown) => error);
  expect(isProblem(error, 'unexpected_answer')).toBe(true);
  expect((error as Error).message).toBe(
    'The file of GET /v0/accounts broke off before its end. Ask for fewer rows.',
  );
  expect(arrived).toHaveLength(1);
});
