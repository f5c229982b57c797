import { selectBlocksAt } from '../../../src/analytics/store/blocks-at.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { isTurn } from '../../turns.ts';
import { expectExactBlocks } from '../support/blocks.ts';
import { openTestDatabase } from '../support/client.ts';
import { newPlace, type Place } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { later, noon } from '../support/times.ts';

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const sealAll = () => sealSessions(db(), later, { isForced: true });
/** Texts that no two sessions share: 3,500 characters together. */
const long = (part: number) => `'${part} ' || n || ' ' || hex(zeroblob(250))`;

const partsAt = async (of: Place, isTaken: number) => {
  const places = JSON.stringify([[of.pageId, noon, isTaken]]);
  const [rows] = await db().batch([selectBlocksAt({ places, isRemoved: 0 })]);
  return rows.map(({ part }) => part);
};

test('the block of a millisecond is found by its page and time', async () => {
  const of = await newPlace();
  await insertSessions(of, 3, { start: `${noon}` });
  await sealAll();
  expect(await partsAt(of, 1)).toEqual([0]);
  expect(await partsAt(of, 0)).toEqual([0]);
  expect(await partsAt(await newPlace(), 1)).toEqual([]);
});

test.skipIf(!isTurn(0, 3))(
  'sessions are added to the last of the blocks of one millisecond, which is the only one that is read',
  async () => {
    const of = await newPlace();
    await insertSessions(of, 1500, { start: `${noon}`, others: long(0) });
    await sealAll();
    const parts = await partsAt(of, 1);
    expect(parts.length).toBeGreaterThan(10);
    expect(await partsAt(of, 0)).toEqual([parts.length - 1]);
    await insertSessions(of, 500, { id: "'next'", start: `${noon} + n` });
    await insertSessions(of, 500, { id: "'before'", start: `${noon} - 1 - n` });
    await sealAll();
    expect(await expectExactBlocks()).toBe(2500);
  },
);
