import fc from 'fast-check';
import { isFlat, parseJsonText } from '../../../src/lib/json-text.ts';

const kept = { name: 'payload', path: /^(?:writes\.\d+\.)?payload$/ };
const payloadsOf = (text: string) => [...parseJsonText(text, { kept }).sources.values()];

/** Deepest nesting by walking the value: 0 for a scalar. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the source text of a payload', () => {
  test.each([
    ['an empty object', '{}'],
    ['a big integer', '{"n":12345678901234567890}'],
    ['a number that is not finite as a double', '{"n":1e400}'],
    ['trailing zeros', '{"n":1.0,"m":1.50}'],
    ['an exponent', '{"n":1E+2,"m":-0}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['constructor and prototype', '{"constructor":{"prototype":{"x":1}}}'],
    ['order of keys, numbers among them', '{"b":1,"2":1,"a":1,"1":1}'],
    ['white space inside', '{ "a" : [ 1 ,\n\t2 ] }'],
    ['plain Unicode', '{"\u738b":"\u{1f4a9}","\u00e9":"e\u0301"}'],
    ['Unicode escapes', '{"a":"\\u00e9\\ud83d\\udca9"}'],
    ['a NUL escape', '{"a":"\\u0000"}'],
    ['lone surrogate escapes', '{"a":"\\ud800","\\udfff":1}'],
    ['short escapes', '{"a":"\\b\\f\\n\\r\\t\\/"}'],
    ['line separators', '{"a":"\u2028\u2029"}'],
    ['a string with braces', '{"a":"}]{[,:"}'],
    ['a string with quotes', '{"a":"say \\"hi\\", \\"payload\\":1"}'],
    ['a string that ends in a backslash', '{"a":"\\\\"}'],
    ['a string that ends in three backslashes and a quote', '{"a":"\\\\\\\\\\\\\\""}'],
    ['keys with quotes and braces', '{"\\"}":1,"{":2}'],
    ['a member named payload', '{"payload":{"payload":1}}'],
    ['arrays of objects with a member payload', '{"a":[{"payload":1},[{"payload":2}]]}'],
    ['empty keys', '{"":{"":[]}}'],
    ['true, false and null', '{"a":true,"b":false,"c":null}'],
  ])('keeps %s', (_what, payload) => {
    expect(payloadsOf(`{"payload":${payload}}`)).toEqual([payload]);
    expect(payloadsOf(`{"source":"a}{","payload":${payload},"type":"\\"payload\\":"}`)).toEqual([payload]);
    expect(payloadsOf(`{"writes":[{"payload":${payload}},{"payload":{}}]}`)).toEqual([payload, '{}']);
  });

  test.each([
    ['white space around it', '\n{ "payload" :\t{"a":1}\r\n}\n', ['{"a":1}']],
    ['white space before the comma', '{"payload": {"a":1} ,"b":2}', ['{"a":1}']],
    ['an escaped name', '{"\\u0070ayload":{"a":1}}', ['{"a":1}']],
    ['no payload', '{"source":"payload"}', []],
    ['payload as a value only', '{"a":"payload","b":["payload"]}', []],
    ['other cases of the name', '{"Payload":1,"payload ":2}', []],
    ['an object inside another member', '{"a":{"payload":1},"b":{"c":{"payload":2}}}', []],
    [
      'scalars',
      '{"writes":[{"payload":1},{"payload":"a"},{"payload":null},{"payload":[1]}]}',
      ['1', '"a"', 'null', '[1]'],
    ],
    [
      'writes with other members',
      '{"writes":[{"source":"a","payload":{"a":1},"type":"b"},{},{"payload":{}}]}',
      ['{"a":1}', '{}'],
    ],
    ['a root that is no object', '[1,"payload",null]', []],
    ['a scalar root', '"payload"', []],
  ])('is found with %s', (_what, text, payloads) => expect(payloadsOf(text)).toEqual(payloads));
});

describe('duplicate names', () => {
  test.each([
    ['none', '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', []],
    ['at the root', '{"a":1,"a":1}', ['a']],
    ['three times', '{"a":1,"a":2,"a":3}', ['a', 'a']],
    ['behind an escape', '{"a":1,"\\u0061":2}', ['a']],
    ['nested', '{"payload":{"b":{"c":1,"c":2}}}', ['payload.b.c']],
    ['in an array', '{"writes":[{"a":1},{"a":1,"a":2}]}', ['writes.1.a']],
    ['in arrays of arrays', '[[],[0,{"a":1,"a":2}]]', ['1.1.a']],
    ['empty names', '{"":1,"":2}', ['']],
    ['__proto__', '{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['several', '{"a":1,"a":2,"b":{"c":1,"c":2},"b":3}', ['a', 'b.c', 'b']],
    ['names that differ in case', '{"a":1,"A":2}', []],
    ['names that differ in form', '{"\u00e9":1,"e\u0301":2}', []],
    ['a value like a name', '{"a":"a","b":["a","a"]}', []],
  ])('are listed with their paths: %s', (_what, text, duplicates) =>
    expect(parseJsonText(text).duplicates).toEqual(duplicates),
  );
});

describe('the result stays small', () => {
  const long = 'x'.repeat(5000);

  // With a body of 1 MiB, uncut paths would take gigabytes, and an isolate has 128 MB.
  test.each([
    ['duplicates under a long name', `{"${long}":{${'"a":1,'.repeat(2000)}"a":1}}`],
    [
      'duplicates under a deep name',
      `${'{"abcd":'.repeat(1000)}{${'"a":1,'.repeat(2000)}"a":1}${'}'.repeat(1000)}`,
    ],
    ['payloads under a long name', `{"${long}":[${'{"payload":1},'.repeat(2000)}{}]}`],
  ])('for %s', (_what, text) => {
    const { value: _value, sources: _sources, ...found } = parseJsonText(text);
    expect(JSON.stringify(found).length).toBeLessThan(1_000_000);
  });
});

describe('depth', () => {
  test.each([
    ['1', 0],
    ['"[[["', 0],
    ['{}', 1],
    ['[]', 1],
    ['{"a":1}', 1],
    ['[[],[[]]]', 3],
    ['{"a":[{"b":{}}]}', 4],
    ['{"a":{},"b":[[]],"c":1}', 3],
  ])('of %s is %i', (text, depth) => expect(parseJsonText(text).depth).toBe(depth));

  test.each([100, 101, 100_000])('of %i levels is that', (levels) => {
    expect(parseJsonText('['.repeat(levels) + ']'.repeat(levels)).depth).toBe(levels);
    expect(parseJsonText(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`).depth).toBe(levels);
  });
});

describe('for any JSON value', () => {
  const name = fc.oneof(
    fc.constantFrom('payload', 'writes', '__proto__', '', '"', '\\', '{', '}', ',', ':'),
    fc.string({ unit: 'binary' }),
  );
  const json = fc.jsonValue({ stringUnit: 'binary' });
  const object = fc.dictionary(
    name,
    fc.oneof(json, fc.dictionary(name, json), fc.array(fc.dictionary(name, json))),
  );

  test('the scan returns exactly the text of the payload, and the same depth as a naive walk', () => {
    fc.assert(
      fc.property(json, (payload) => {
        const { sources, depth, duplicates, value } = parseJsonText(JSON.stringify({ payload }), { kept });
        expect(sources.get('payload')).toBe(JSON.stringify(payload));
        expect(depth).toBe(depthOf({ payload }));
        expect(duplicates).toEqual([]);
        expect(JSON.stringify(value)).toBe(JSON.stringify({ payload }));
      }),
      { numRuns: 500 },
    );
  });

  test('a scan finds nothing in a text that is flat; what a tracker sends of a visit is', () => {
    const scalar = fc.oneof(
      fc.constantFrom('1', '1e400', '-0', 'null', '"}"', '"{"', '"\\u0041"'),
      fc.string(),
    );
    const member = fc.tuple(fc.constantFrom('a', 'b', '__proto__', '1', 'payload', '\\u0061'), scalar);
    fc.assert(
      fc.property(fc.array(member, { maxLength: 4 }), (members) => {
        const written = members.map(([name, value]) => `"${name}":${value}`).join(',');
        const text = `{${written}}`;
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          return;
        }
        if (!isFlat(text, value, kept.name)) return;
        const { depth, deep, duplicates, sources } = parseJsonText(text, { kept, maxDepth: 1 });
        expect([depth, deep.size, duplicates, sources.size]).toEqual([1, 0, [], 0]);
      }),
      { numRuns: 2000 },
    );
    const flat = (text: string) => isFlat(text, JSON.parse(text), kept.name);
    expect(flat('{"pageId":"page_1","elapsedMs":1000,"hasInput":true}')).toBe(true);
    for (const text of ['{"a":1,"a":1}', '{"a":[1]}', '{"a":{}}', '{"payload":1}', '{ "a": 1 }'])
      expect(flat(text), text).toBe(false);
  });

  test('objects with hostile names are returned exactly, pretty-printed or not', () => {
    fc.assert(
      fc.property(object, (payload) => {
        expect(payloadsOf(JSON.stringify({ payload }))).toEqual([JSON.stringify(payload)]);
        const [pretty = ''] = payloadsOf(JSON.stringify({ source: 'a', payload, type: 'b' }, null, 3));
        expect(JSON.stringify(JSON.parse(pretty))).toBe(JSON.stringify(payload));
      }),
      { numRuns: 300 },
    );
  });

  test('a batch gives the payload of each write, in order', () => {
    fc.assert(
      fc.property(fc.array(object, { maxLength: 5 }), (payloads) => {
        const writes = payloads.map((payload) => ({ source: 'a', payload, name: 'payload' }));
        expect(payloadsOf(JSON.stringify({ writes }))).toEqual(
          payloads.map((payload) => JSON.stringify(payload)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
