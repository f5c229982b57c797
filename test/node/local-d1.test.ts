import { AssertionError } from 'node:assert';
import type { Miniflare } from 'miniflare';
import { expect, test } from 'vitest';
import { d1Of } from '../../scripts/d1/local-d1.ts';

/** A server whose HTTP client fails in these ways, one after the other, and then works. */
function failing(...errors: Error[]): Miniflare {
  const batch = async () => {
    const error = errors.shift();
    if (error) throw error;
    return [{ results: [{ n: 1 }] }];
  };
  return { getD1Database: async () => ({ prepare: (text: string) => text, batch }) } as unknown as Miniflare;
}
const fault = () => new AssertionError({ actual: false, expected: true, operator: '==' });
const run = (server: Miniflare) => d1Of(server, ['DB']).run('DB', ['select 1 as n']);

test('a fault of the HTTP client of Miniflare is not the end of a command, twice it is', async () => {
  expect(await run(failing(fault()))).toEqual([[{ n: 1 }]]);
  await expect(run(failing(fault(), fault()))).rejects.toThrow(AssertionError);
});

test('what the database refuses is asked once', async () => {
  await expect(run(failing(new Error('D1_ERROR: UNIQUE constraint failed')))).rejects.toThrow('UNIQUE');
});
