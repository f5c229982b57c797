import { idTime } from '../../../src/db/id-time.ts';
import { digits, idPattern, newId, newIdAt, typeId } from '../../../src/lib/ids.ts';

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

test('a TypeID has the bits of its UUID, as the specification says', () => {
  const idOf = (uuid: string) => typeId('page', Uint8Array.fromHex(uuid.replaceAll('-', '')));
  expect(idOf('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('page_01h455vb4pex5vsknk084sn02q');
  expect(idOf('00000000-0000-0000-0000-000000000000')).toBe(`page_${'0'.repeat(26)}`);
  expect(idOf('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe(`page_7${'z'.repeat(25)}`);
});

test('new ids are of UUIDv7, differ, and sort by creation, also when the clock goes back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = Date.now();
  const ids = Array.from({ length: 3000 }, (_, nth) => {
    vi.setSystemTime(now + Math.floor(nth / 100) - (nth % 7 === 0 ? 5000 : 0));
    return newId('page');
  });
  vi.useRealTimers();
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids) {
    expect(id).toMatch(idPattern('page'));
    // The version begins the 11th digit, and the variant is within the 14th.
    expect(digits.indexOf(id.charAt(15)) >> 1).toBe(7);
    expect((digits.indexOf(id.charAt(18)) >> 2) & 3).toBe(2);
  }
});
