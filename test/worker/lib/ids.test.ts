import { idTime } from '../../../src/db/id-time.ts';
import { idPattern, newIdAt } from '../../../src/lib/ids.ts';

test('ids of a time have it, and those of one time are in the order in which they are made', () => {
  for (const time of [0, 1, 1_763_990_421_318, 2 ** 48 - 1]) {
    const ids = Array.from({ length: 1000 }, () => newIdAt('person_log', time));
    for (const id of ids) {
      expect(id).toMatch(idPattern('person_log'));
      expect(id.startsWith(`person_log_${idTime(time)}`)).toBe(true);
    }
    expect(ids).toEqual([...new Set(ids)].sort());
  }
});

test('ids of a time are others after ids of another', () => {
  const ids = [1, 2, 1, 2].map((time) => newIdAt('account_log', time));
  expect(new Set(ids).size).toBe(4);
});
