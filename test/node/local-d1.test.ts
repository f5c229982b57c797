import { AssertionError } from 'node:assert';
import type { Miniflare } from 'miniflare';
import { expect, test } from 'vitest';
import { commandsOn } from '../../scripts/d1/databases.ts';
import { d1Of } from '../../scripts/d1/local-d1.ts';
import { bare } from '../../scripts/d1/sql.ts';

/** A server whose HTTP client fails in these ways, one after the other, and then works: in `prepare`, or in `batch`. */
function failing(at: 'prepare' | 'batch', errors: Error[]): Miniflare {
  const fail = () => {
    const error = errors.shift();
    if (error) throw error;
  };
  const prepare = (text: string) => {
    if (at === 'prepare') fail();
    return text;
  };
  const batch = async () => {
    if (at === 'batch') fail();
    return [{ results: [{ n: 1 }] }];
  };
  return { getD1Database: async () => ({ prepare, batch }) } as unknown as Miniflare;
}
const fault = () => new AssertionError({ actual: false, expected: true, operator: '==' });
/** As Miniflare returns it from the thread that makes calls which do not wait. */
const copied = () => structuredClone(fault()) as Error;
const run = (server: Miniflare) => commandsOn(d1Of(server, ['DB'])).run('DB', [bare('select 1 as n')]);

test('the copy of a fault has neither code nor name', () => {
  expect([copied().message, copied().name, 'code' in copied()]).toEqual(['false == true', 'Error', false]);
});

test.each([
  ['batch', fault],
  ['prepare', fault],
  ['prepare', copied],
] as const)(
  'a fault of the HTTP client of Miniflare in %s is not the end of a command',
  async (at, error) => {
    expect(await run(failing(at, [error()]))).toEqual([[{ n: 1 }]]);
  },
);

test('neither are four faults, and five are', async () => {
  const faults = (count: number) => Array.from({ length: count }, copied);
  expect(await run(failing('prepare', faults(4)))).toEqual([[{ n: 1 }]]);
  await expect(run(failing('prepare', faults(5)))).rejects.toThrow('false == true');
});

test('what the database refuses is asked once', async () => {
  const errors = [new Error('D1_ERROR: UNIQUE constraint failed'), new Error('another')];
  await expect(run(failing('batch', errors))).rejects.toThrow('the database refuses: D1_ERROR: UNIQUE');
  expect(errors).toHaveLength(1);
});
