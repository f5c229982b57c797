import { sealSome } from '../../../src/analytics/worker/seal.ts';
import { answersOf, correctionsCount, expectExactBlocks, sealAll } from '../support/blocks.ts';
import { openTestDatabase } from '../support/client.ts';
import { newPlace, sessions } from '../support/places.ts';
import { forgetSessions, insertOnPages, insertSessions } from '../support/sessions.ts';
import { day, later, noon } from '../support/times.ts';

beforeEach(forgetSessions);

const db = () => openTestDatabase();

describe('one write of blocks', () => {
  test('takes at most 100 pages', async () => {
    // Each page has a session, then each has another.
    await insertOnPages(150, `${noon} + n`);
    expect(await sealAll()).toEqual([100, 100, 100, 100, 50]);
  });

  test('takes at most 800 KB of sessions', async () => {
    const of = await newPlace();
    await insertSessions(of, 1000, {
      others: "substr(hex(zeroblob(100)), 1, 194) || substr('00000' || n, -6)",
    });
    const taken = await sealAll();
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.reduce((sum, count) => sum + count)).toBe(1000);
    for (const count of taken) expect(count).toBeLessThan(700);
  });

  test('takes at most 500 corrections, of 40 days: of a flood of starts in the past', async () => {
    const of = await newPlace();
    await insertSessions(of, 600, { start: `${noon + 8 * day} + n` });
    await sealAll();
    await insertSessions(of, 2000, { id: "'flood'", start: `${noon} - (n % 100) * ${day} + n` });
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([2000, 2600]);
    const before = await answersOf(of);
    const taken: number[] = [];
    while ((await correctionsCount()) !== 0) {
      taken.push(await sealSome(db(), later));
      await expectExactBlocks();
      expect((await sessions(of)).totalCount).toBe(2600);
    }
    expect(Math.max(...taken)).toBeLessThanOrEqual(500);
    expect(taken.reduce((sum, count) => sum + count)).toBe(2000);
    expect(await answersOf(of)).toEqual(before);
  });
});
