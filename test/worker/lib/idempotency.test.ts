import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type ComparedFields,
  canonicalJson,
  checksumsOf,
  differingFields,
  hashIdempotencyKey,
  requestDigest,
} from '../../../src/lib/idempotency.ts';
import { sha256 } from '../../../src/lib/sha256.ts';

describe('the canonical JSON of a request', () => {
  test.each([
    ['order of keys', '{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['order of nested keys', '{"x":[{"b":1,"a":{"d":1,"c":2}}]}', '{"x":[{"a":{"c":2,"d":1},"b":1}]}'],
    ['white space', ' { "a" :\n[ 1 ,\t2 ] } ', '{"a":[1,2]}'],
    ['1.0 for 1', '{"a":1.0}', '{"a":1}'],
    ['1e0 for 1', '{"a":1e0}', '{"a":1}'],
    ['1E+0 for 1', '{"a":1E+0}', '{"a":1}'],
    ['0.10 for 0.1', '[0.10]', '[1e-1]'],
    ['100 for 1e2', '[100]', '[1e2]'],
    ['a power of ten beyond 2^53', '[100000000000000000000]', '[1e20]'],
    ['escapes of the same text', '{"\\u0061":"\\u00e9\\/"}', '{"a":"\u00e9/"}'],
    ['an escaped surrogate pair', '"\\ud83d\\udca9"', '"\u{1f4a9}"'],
  ])('does not depend on the %s', (_what, a, b) => expect(canonicalJson(a)).toBe(canonicalJson(b)));

  test.each([
    ['values', '{"a":1}', '{"a":2}'],
    ['names', '{"a":1}', '{"b":1}'],
    ['order in an array', '[1,2]', '[2,1]'],
    ['a number and a string', '{"a":1}', '{"a":"1"}'],
    ['null and absent', '{"a":null}', '{}'],
    ['null and a string', '[null]', '["null"]'],
    ['true and a string', '[true]', '["true"]'],
    ['an empty array and an empty object', '{"a":[]}', '{"a":{}}'],
    ['nesting', '[[1],2]', '[[1,2]]'],
    ['a string with a comma and two strings', '["a\\",\\"b"]', '["a","b"]'],
    ['integers beyond 2^53', '{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['integers of 20 digits', '[12345678901234567890]', '[12345678901234567891]'],
    ['digits beyond a double', '[0.1000000000000000055]', '[0.1000000000000000056]'],
    ['numbers beyond the largest double', '[1e400]', '[1e401]'],
    ['a number below the smallest double and zero', '[1e-400]', '[0]'],
    ['signs of a big number', '[9007199254740993]', '[-9007199254740993]'],
    ['a big number and its text', '[9007199254740993]', '["9007199254740993"]'],
    ['a big number and an object that describes it', '[9007199254740993]', '[{"number":"9007199254740993"}]'],
    ['a big number and an object like our wrapper', '[9007199254740993]', '[{"text":"9007199254740993"}]'],
    ['__proto__ and nothing', '{"__proto__":{"a":1}}', '{}'],
    ['members of __proto__', '{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['forms of a letter', '"\u00e9"', '"e\u0301"'],
    ['lone surrogates', '"\\ud800"', '"\\ud801"'],
    ['a NUL and nothing', '"a\\u0000"', '"a"'],
  ])('distinguishes %s', (_what, a, b) => expect(canonicalJson(a)).not.toBe(canonicalJson(b)));

  test.each([
    ['{"b":[1.0,{"d":null,"c":"x"}],"a":true}', '{"a":true,"b":[1,{"c":"x","d":null}]}'],
    ['{"b":12345678901234567890,"a":1e400}', '{"a":1e400,"b":12345678901234567890}'],
    ['{"10":1,"9":1,"":1,"__proto__":1}', '{"":1,"10":1,"9":1,"__proto__":1}'],
    ['{"a":"\\ud800\\u0000"}', '{"a":"\\ud800\\u0000"}'],
    ['-0', '0'],
  ])('of %s is %s', (text, canonical) => expect(canonicalJson(text)).toBe(canonical));

  test('writes each number the same, whether it looks at the sources of the numbers or need not', () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
    const parts = fc.tuple(
      fc.constantFrom('', '-'),
      fc.oneof(
        fc.constant('0'),
        digits(18).map((text) => `1${text}`),
      ),
      fc.oneof(
        fc.constant(''),
        digits(18).map((text) => `.${text}`),
      ),
      fc.constantFrom('', 'e1', 'E-400', 'e400'),
    );
    fc.assert(
      fc.property(parts, (number) => {
        const text = number.join('');
        // An exponent anywhere makes it look at all.
        expect(canonicalJson(`[${text},1e0]`)).toBe(`${canonicalJson(`[${text}]`).slice(0, -1)},1]`);
      }),
      { numRuns: 2000 },
    );
  });

  test('handles the deepest payload', () => {
    const nested = (bottom: string) => `${'{"a":['.repeat(500)}${bottom}${']}'.repeat(500)}`;
    expect(canonicalJson(nested('1'))).toBe(canonicalJson(nested(' 1.0 ')));
    expect(canonicalJson(nested('1'))).not.toBe(canonicalJson(nested('2')));
  });

  /** JSON in which the seed decides the order of keys in each object, with white space around tokens. */
  function shuffled(value: unknown, seed: number): string {
    const gap = [' ', '\n', '\t ', ''][seed % 4] ?? '';
    const around = (text: string) => gap + text + gap;
    if (Array.isArray(value)) return around(`[${value.map((item) => shuffled(item, seed + 1)).join()}]`);
    if (typeof value !== 'object' || value === null) return around(JSON.stringify(value));
    const members = Object.entries(value).map(
      ([name, member]) => `${around(JSON.stringify(name))}:${shuffled(member, seed + 1)}`,
    );
    const start = members.length === 0 ? 0 : seed % members.length;
    const rotated = [...members.slice(start), ...members.slice(0, start)];
    return around(`{${(seed % 2 === 0 ? rotated : rotated.reverse()).join()}}`);
  }

  test('is the same for shuffled keys and any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(), (value, seed) => {
        expect(canonicalJson(shuffled(value, seed))).toBe(canonicalJson(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });

  test('is equivalent JSON, and canonical itself', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        expect(isDeepStrictEqual(JSON.parse(canonicalJson(text)), JSON.parse(text))).toBe(true);
        expect(canonicalJson(canonicalJson(text))).toBe(canonicalJson(text));
      }),
      { numRuns: 300 },
    );
  });

  test('is the same for two values exactly when they are equal', () => {
    // Few leaves and names, so that equal pairs and almost equal pairs both occur.
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, false, 0, 1, 1.5, '', '0', '1', 'null', '{}', '[]', 'a,b', '"'),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2 }),
      ),
    }));
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
        const equal = isDeepStrictEqual(JSON.parse(left), JSON.parse(right));
        expect(canonicalJson(left) === canonicalJson(right)).toBe(equal);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the checksums of a request', () => {
  const request = { source: 'form', type: 'webhook', payload: '{"a":1}', email: 'anna@acme.com' };
  const differ = (a: ComparedFields, b: ComparedFields) => differingFields(checksumsOf(a), b);

  test.each<[string, ComparedFields, string[]]>([
    ['nothing', {}, []],
    ['an undefined field', { name: undefined }, []],
    ['a value', { source: 'crm' }, ['source']],
    ['a field that only one has', { name: 'Anna' }, ['name']],
    ['a field that the other lacks', { email: undefined }, ['email']],
    ['an empty text and none', { name: '' }, ['name']],
    ['values swapped between fields', { source: 'webhook', type: 'form' }, ['source', 'type']],
    [
      'several, sorted',
      { type: 'x', payload: '{}', source: 'x', email: 'x', name: 'x' },
      ['email', 'name', 'payload', 'source', 'type'],
    ],
    ['the case of a value', { email: 'Anna@acme.com' }, ['email']],
  ])('name the fields that differ: %s', (_what, change, fields) => {
    expect(differ(request, { ...request, ...change })).toEqual(fields);
    expect(differ({ ...request, ...change }, request)).toEqual(fields);
    // Earlier versions stored a SHA-256 of each field, and later the first six characters of it.
    for (const length of [43, 6]) {
      const stored = Object.entries(request).map(([name, text]) => [name, sha256(text).slice(0, length)]);
      expect(differingFields(Object.fromEntries(stored), { ...request, ...change })).toEqual(fields);
    }
  });

  test('contain no value in plain text', () => {
    expect(JSON.stringify(checksumsOf(request))).not.toMatch(/anna|form|acme/);
  });
});

describe('the digest of a request', () => {
  const key = 'recorded before occurredAt';
  const payload = canonicalJson('{"n":1,"a":[1.0,"x"]}');
  const request = { source: 'form', type: 'webhook', payload, idempotencyKey: key };
  const recorded = { ...request, email: 'anna@recorded.example', name: 'Zoë' };

  // Recorded before logs had occurredAt. A retry must still equal what is stored.
  test('and checksums of a request are the same from version to version', () => {
    expect(requestDigest(key, recorded)).toBe('6-AkKpWkzT5zXLRMhg_TBC2caBydynO5ZoM4whaBIig');
    expect(checksumsOf(recorded)).toEqual({
      source: 'mwf4nj',
      type: '12ez1au',
      payload: '1izmutc',
      idempotencyKey: '1h0msjw',
      email: '1lr29ka',
      name: 'srk562',
    });
  });

  test.each<[string, ComparedFields, boolean]>([
    ['a field that is undefined', { occurredAt: undefined }, true],
    ['a field more', { occurredAt: '2026-01-01T00:00:00.000Z' }, false],
    ['an empty field more', { occurredAt: '' }, false],
  ])('with %s', (_what, fields, isEqual) => {
    const [one, other] = [requestDigest(key, recorded), requestDigest(key, { ...recorded, ...fields })];
    expect(one === other).toBe(isEqual);
  });
});

test('the hash of a key is SHA-256 as base64url', async () => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('k\u00e9y')));
  expect(hashIdempotencyKey('k\u00e9y')).toBe(bytes.toBase64({ alphabet: 'base64url', omitPadding: true }));
});
