import fc from 'fast-check';
import {
  packNumbers,
  packTexts,
  placesPassing,
  textsOf,
  unpackInto,
  unpackTexts,
} from '../../../src/analytics/columns.ts';
import { IdList } from '../../../src/analytics/id-list.ts';

/** Numbers of each width, at and beside its limits. */
const number = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 45),
  fc.nat(300),
  fc.nat(2 ** 31 - 1),
  fc.maxSafeNat().map((n) => n % 2 ** 45),
);
const text = fc.option(
  fc.oneof(
    fc.constantFrom(
      '',
      '\n',
      '"',
      '\\',
      '[',
      '=',
      '[1,2]',
      '=5',
      'b',
      '__proto__',
      '\u0000',
      '\ud800',
      '\u{1f4a9}',
    ),
    fc.string({ unit: 'binary' }),
  ),
  { nil: null },
);

const unpack = (text: string, count: number) =>
  unpackTexts({ room: new Float64Array(count + 7), ids: new IdList() }, text, count);
/** As blocks are read, into an array that has other numbers. */
const intoRoom = (text: string, count: number) =>
  [...unpackInto(new Float64Array(count + 7).fill(7), text, count)].slice(0, count);

const textsIn = ({ codes, texts }: ReturnType<typeof unpackTexts>, count: number) =>
  Array.from(codes.subarray(0, count), (code) => (code === 0 ? null : texts.at(code - 1)));

test('numbers of a column are unpacked as they were packed', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 50 }), (numbers) => {
      const packed = packNumbers(numbers);
      expect(intoRoom(packed, numbers.length)).toEqual(numbers);
    }),
    { numRuns: 500 },
  );
});

test('texts of a column are unpacked as they were packed, of which null is none', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 50 }), (texts) => {
      expect(textsIn(unpack(packTexts(textsOf(texts)), texts.length), texts.length)).toEqual(texts);
    }),
    { numRuns: 500 },
  );
});

test('more than 255 and more than 65,535 different texts are unpacked as they were packed', () => {
  for (const count of [255, 256, 70_000]) {
    const texts = Array.from({ length: count }, (_, n) => `${n}`);
    expect(textsIn(unpack(packTexts(textsOf(texts)), count), count)).toEqual(texts);
  }
});

test('the places whose number passes are found in the packed column, of all places and of some', () => {
  const count = 2000;
  for (const most of [2, 7, 60, 300, 2000, 200_000]) {
    const numbers = Array.from({ length: count }, (_, n) => (n * 7919 + (n >>> 3)) % most);
    const passes = Uint8Array.from({ length: most }, (_, n) => Number(n % 3 !== 1));
    const into = new Int32Array(count);
    const all = Int32Array.from(numbers.keys());
    for (const some of [all, all.filter((place) => place % 5 === 2), all.subarray(0, 0)]) {
      into.set(some);
      const found = placesPassing(packNumbers(numbers), passes, {
        count,
        some: into.subarray(0, some.length),
        into,
      });
      const expected = [...some].filter((place) => passes[numbers[place] ?? 0] === 1);
      // From 200 to 255 numbers take as many bytes, and are no bits.
      if (most > 128 && most <= 256) expect(found).toBeUndefined();
      else expect([...(found ?? [])]).toEqual(expected);
    }
  }
  // A column that an earlier version has left shorter than its block.
  const short = { count: 4000, some: new Int32Array(1), into: new Int32Array(1) };
  expect(
    placesPassing(packNumbers(Array.from({ length: count }, (_, n) => n % 7)), new Uint8Array(8), short),
  ).toBeUndefined();
  expect(placesPassing('=3', new Uint8Array(8), short)).toBeUndefined();
});

test('JSON arrays, as SQL makes them, are columns too', () => {
  fc.assert(
    fc.property(fc.array(number), fc.array(text), (numbers, texts) => {
      expect(intoRoom(JSON.stringify(numbers), numbers.length)).toEqual(numbers);
      expect(textsIn(unpack(JSON.stringify(texts), texts.length), texts.length)).toEqual(texts);
      expect(textsIn(textsOf(texts), texts.length)).toEqual(texts);
    }),
  );
});

test.each(Array.from({ length: 45 }, (_, n) => n + 1))(
  'numbers of %i bits are unpacked as they were packed',
  (bits) => {
    const largest = 2 ** bits - 1;
    const beside = (number: number) => [largest, 0, number, largest, largest, number];
    for (const count of [2, 333, 1000, 1001]) {
      for (const one of [0, 1, 2 ** (bits - 1), largest - 1]) {
        const numbers = Array.from({ length: count }, (_, index) => beside(one)[index % 6] ?? 0);
        const packed = packNumbers(numbers);
        expect(intoRoom(packed, count)).toEqual(numbers);
      }
    }
  },
);

test('columns of earlier versions, whose numbers take whole bytes, are read', () => {
  const widths = { b: Uint8Array, h: Uint16Array, w: Uint32Array, d: Float64Array };
  for (const [letter, Column] of Object.entries(widths)) {
    const numbers = Array.from({ length: 1000 }, (_, n) => (n * 37) % (letter === 'b' ? 256 : 65_536));
    const text = letter + new Uint8Array(Column.from(numbers).buffer).toBase64();
    expect(intoRoom(text, 1000)).toEqual(numbers);
  }
});

test('columns of any length are read one after the other', () => {
  const numbersOf = (count: number, bits: number) =>
    Array.from({ length: count }, (_, n) => 2 ** bits - 1 - (n % 2));
  for (const [count, bits] of [
    [3, 40],
    [70_000, 9],
    [2, 8],
    [1000, 5],
    [5, 17],
    [200_000, 33],
    [1, 1],
  ] as const) {
    const numbers = numbersOf(count, bits);
    expect(intoRoom(packNumbers(numbers), count)).toEqual(numbers);
  }
});

test('whole percents, in hundredths and plus one, are as they were, and take a byte or less', () => {
  const percents = fc.array(fc.integer({ min: -1, max: 100 }), {
    minLength: 1000,
    maxLength: 1000,
    size: 'max',
  });
  fc.assert(
    fc.property(percents, fc.array(fc.nat(999)), (list, some) => {
      const numbers = list.map((percent) => (percent < 0 ? 0 : 100 * percent + 1));
      const packed = packNumbers(numbers);
      expect(packed[0]).toBe('%');
      expect(packed.length).toBe(1338);
      expect(intoRoom(packed, 1000)).toEqual(numbers);
      const places = Int32Array.from(new Set(some)).sort();
      const room = unpackInto(new Float64Array(1000), packed, 1000, places);
      expect(Array.from(places, (place) => room[place])).toEqual(
        Array.from(places, (place) => numbers[place]),
      );
    }),
    { numRuns: 30 },
  );
  // With fewer different ones by bits, of which only some may be read.
  const few = Array.from({ length: 1000 }, (_, n) => 100 * (n % 15) + 1);
  expect(packNumbers(few).slice(0, 2)).toBe('%D');
  expect(intoRoom(packNumbers(few), 1000)).toEqual(few);
  const some = Int32Array.from([0, 7, 998, 999]);
  const room = unpackInto(new Float64Array(1000), packNumbers(few), 1000, some);
  expect(Array.from(some, (place) => room[place])).toEqual(Array.from(some, (place) => few[place]));
  expect(packNumbers([0, 101, 5001, 102])[0]).not.toBe('%');
});

test('a column that is shorter than its block has zeros after it', () => {
  expect(intoRoom('[]', 3)).toEqual([0, 0, 0]);
  expect(intoRoom('[1,2]', 3)).toEqual([1, 2, 0]);
});

test('a column takes the bits or bytes of its widest number, and a constant one only that number', () => {
  const bytes = (most: number) => packNumbers([0, most]).length;
  expect([255, 256, 65_536, 2 ** 32].map(bytes)).toEqual([5, 9, 13, 25]);
  const ofMany = (most: number) => packNumbers([...Array(999).fill(0), most]).length;
  // Of 7 bits a byte is left, because it is read faster.
  expect([1, 15, 127, 2 ** 20, 2 ** 25, 2 ** 32].map(ofMany)).toEqual([173, 673, 1337, 3505, 5337, 10_669]);
  expect(packNumbers(Array(1000).fill(7))).toBe('=7');
  expect(packTexts(textsOf(Array(1000).fill(null)))).toBe('=0\n[]');
});
