import { packTexts, textsAfter, textsOf } from '../../../src/analytics/columns.ts';
import { IdList } from '../../../src/analytics/id-list.ts';
import { IdNumbers } from '../../../src/analytics/id-numbers.ts';
import { packIds, tracesOf, unpackIds } from '../../../src/analytics/type-ids.ts';
import { newId } from '../../../src/lib/ids.ts';

const many = (count: number) => Array.from({ length: count }, () => newId('person'));
const edges = ['person_00000000000000000000000000', 'person_7zzzzzzzzzzzzzzzzzzzzzzzzz'];

describe('TypeIDs in a column', () => {
  test('are unpacked as they were packed, in less than two thirds of the characters of their JSON', () => {
    const ids = [...edges, ...many(500)];
    const packed = packIds(ids) ?? '';
    expect(unpackIds(packed)).toEqual(ids);
    expect(packed.length).toBeLessThan((2 / 3) * JSON.stringify(ids).length);
    expect(unpackIds(packIds(['page_link_01kafz8q6tf7n9t3cwh2k5v4xe']) ?? '')).toEqual([
      'page_link_01kafz8q6tf7n9t3cwh2k5v4xe',
    ]);
  });

  test('are found in a column by the traces of one, and no other id is', () => {
    const ids = many(40);
    const traces = ids.map(tracesOf);
    for (const column of [packIds(ids) ?? '', JSON.stringify(ids)])
      for (const trace of traces) expect(trace.some((part) => column.includes(part))).toBe(true);
    for (const [place, id] of ids.entries())
      for (const [other, trace] of traces.entries())
        expect(trace.some((part) => (packIds([id]) ?? '').includes(part))).toBe(place === other);
  });

  test('are a JSON array if one is no TypeID, or has another prefix', () => {
    const [id = ''] = many(1);
    const others = [
      '',
      'anna',
      'person_',
      `${id}0`,
      id.slice(0, -1),
      id.toUpperCase(),
      id.replace('person', 'Person'),
      id.replace('person_', ''),
      id.replace('person', 'account'),
      // Digits that base32 of a TypeID does not have, and a first digit of four bits.
      ...['i', 'l', 'o', 'u', 'é', '_', '\n'].map((digit) => id.slice(0, -1) + digit),
      `person_8${id.slice(8)}`,
    ];
    for (const other of others) {
      expect(packIds([id, other]), other).toBeUndefined();
      if (other !== id.replace('person', 'account')) expect(packIds([other]), other).toBeUndefined();
      const texts = textsOf([other, null, id]);
      expect(packTexts(texts, true)).toBe(packTexts(texts));
    }
    expect(packIds([])).toBeUndefined();
  });

  test('stand behind the same numbers as other texts', () => {
    const ids = many(3);
    const text = packTexts(textsOf([ids[0] ?? null, null, ids[1] ?? null, ids[0] ?? null]), true);
    const [codes, after = ''] = text.split('\n');
    expect(`${codes}\n`).toBe(packTexts(textsOf(['a', null, 'b', 'a'])).replace(/\[.*/, ''));
    expect(textsAfter(after)).toEqual(ids.slice(0, 2));
  });

  test('are found in a list, and made when they are asked for', () => {
    const list = new IdList();
    for (const ids of [many(2500), [...edges, ...many(3)], ['account_01kafz8q6tf7n9t3cwh2k5v4xe']]) {
      list.take(`A column\n${packIds(ids)}`, 'A column\n'.length, ids.length);
      expect(list.length).toBe(ids.length);
      expect(ids.map((id) => list.indexOf(id))).toEqual(ids.map((_, index) => index));
      expect(ids.map((_, index) => list.at(index))).toEqual(ids);
      for (const index of [-1, ids.length]) expect(list.at(index)).toBeUndefined();
      for (const other of ['', 'anna', newId('person'), 'person_01kafz8q6tf7n9t3cwh2k5v4xe'])
        expect(list.indexOf(other), other).toBe(-1);
    }
  });
});

describe('the numbers of ids', () => {
  const numbersOf = (most = 10_000) =>
    new IdNumbers('person_', { most, tooMany: () => new Error('too many') });

  test('are the same for the same id, in any form, and give it back', () => {
    const numbers = numbersOf();
    const ids = [...edges, ...many(3000), 'anna', '', 'account_01kafz8q6tf7n9t3cwh2k5v4xe'];
    const given = ids.map((id) => numbers.of(id));
    expect(given).toEqual(ids.map((_, index) => index));
    expect(ids.toReversed().map((id) => numbers.of(id))).toEqual(given.toReversed());
    expect(given.map((number) => numbers.textOf(number))).toEqual(ids);
    const bytes = Uint8Array.fromBase64((packIds(ids.slice(0, 3002)) ?? '').slice('person_:'.length));
    const places = Int32Array.from({ length: 3002 }, (_, place) => 3001 - place);
    const found = new Int32Array(3002);
    numbers.ofAll(new Int32Array(bytes.buffer), places, found);
    expect([...found]).toEqual(given.slice(0, 3002).map((number) => number + 1));
    expect(numbers.size).toBe(ids.length);
  });

  test('are different for ids that differ in any one bit', () => {
    const numbers = numbersOf();
    const bits = Int32Array.from({ length: 128 }, (_, bit) => bit);
    const words = new Int32Array(4 * bits.length);
    for (const bit of bits) words[4 * bit + (bit >> 5)] = 1 << (bit & 31);
    const found = new Int32Array(bits.length);
    for (let time = 0; time < 2; time++) {
      numbers.ofAll(words, bits, found);
      expect([...found]).toEqual(Array.from(bits, (bit) => bit + 1));
    }
    expect(numbers.size).toBe(bits.length);
  });

  test('are as many as there may be, and no more', () => {
    const numbers = numbersOf(1025);
    const ids = many(1024);
    for (const id of [...ids, 'anna', ...ids]) numbers.of(id);
    expect(() => numbers.of('ben')).toThrow('too many');
    expect(() => numbers.of(newId('person'))).toThrow('too many');
    expect(numbers.of('anna')).toBe(1024);
  });
});
