import fc from 'fast-check';
import { longestValues, mostFields } from '../../../../src/lib/form-fields.ts';
import { claimedName, keptFields, longestFieldName } from '../../../../src/visits/beacons/form-fields.ts';

describe('the fields of a form are kept', () => {
  test.each<[string, object, object | undefined]>([
    ['as they are', { company: 'Acme', message: 'Hello' }, { company: 'Acme', message: 'Hello' }],
    ['trimmed', { name: '  Lin Bo\t\n' }, { name: 'Lin Bo' }],
    ['with their lines', { message: 'a\r\nb\rc\nd\te' }, { message: 'a\nb\nc\nd\te' }],
    ['without control characters', { message: 'a\u0000b\u000b\u0007c\u0085d' }, { message: 'abcd' }],
    ['as well-formed text', { message: 'a\ud800b' }, { message: 'a\ufffdb' }],
    [
      'with invisible characters, which scripts and emoji need',
      { name: 'می‌خواهم 👩‍🚀' },
      { name: 'می‌خواهم 👩‍🚀' },
    ],
    ['without numbers of cards', { message: 'it is 4111 1111 1111 1111' }, { message: 'it is redacted' }],
    ['not of a secret', { password: 'hunter2', 'cc-number': '1', cvc: '1', name: 'Lin' }, { name: 'Lin' }],
    ['not if blank', { name: ' \n ', message: '' }, undefined],
    ['not if no text', { a: 1, b: true, c: null, d: ['x'], e: { f: 'x' }, g: 'x' }, { g: 'x' }],
    ['not if too long', { a: 'x'.repeat(longestValues + 1), b: 'y' }, { b: 'y' }],
    ['if just not too long', { a: '😀'.repeat(longestValues) }, { a: '😀'.repeat(longestValues) }],
    [
      'as long as they have room together',
      { a: 'x'.repeat(1999), b: 'yy', name: 'z' },
      { name: 'z', a: 'x'.repeat(1999) },
    ],
    ['not by a blank name', { '': 'x' }, undefined],
    ['not by a long name', { ['n'.repeat(longestFieldName + 1)]: 'x' }, undefined],
    ['by the longest name', { ['n'.repeat(longestFieldName)]: 'x' }, { ['n'.repeat(longestFieldName)]: 'x' }],
    ['not by an invisible name', { 'a\u0000': 'x', 'b\u202e': 'x', 'c\ud800': 'x' }, undefined],
    ['also by names of objects', { constructor: 'x', toString: 'y' }, { constructor: 'x', toString: 'y' }],
  ])('%s', (_, sent, kept) => {
    expect(keptFields(sent as Record<string, unknown>)).toEqual(kept);
  });

  test('at most ten, the name first', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field-${n}`, 'x']));
    const kept = keptFields({ ...many, 'your-name': 'Lin Bo' }) ?? {};
    expect(Object.keys(kept)).toEqual(['your-name', ...Object.keys(many).slice(0, mostFields - 1)]);
  });

  test('of the first hundred: the others are not looked at', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`password-${n}`, 'x']));
    expect(keptFields({ ...many, name: 'Lin Bo' })).toBeUndefined();
    expect(keptFields({ name: 'Lin Bo', ...many })).toEqual({ name: 'Lin Bo' });
  });

  test('whatever is sent, and once: to keep them again changes nothing', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), value), (sent) => {
        const kept = keptFields(sent);
        expect(kept && keptFields(kept)).toEqual(kept);
        for (const text of Object.values(kept ?? {})) {
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toMatch(/[^\P{Cc}\n\t]/u);
        }
      }),
    );
  });
});

test.each<[object, string | undefined]>([
  [{ name: 'Lin Bo' }, 'Lin Bo'],
  [{ Name: 'Lin Bo' }, 'Lin Bo'],
  [{ 'your-name': 'Lin Bo' }, 'Lin Bo'],
  [{ full_name: 'Lin Bo' }, 'Lin Bo'],
  [{ fullName: 'Lin Bo' }, 'Lin Bo'],
  [{ 'contact[name]': 'Lin Bo' }, 'Lin Bo'],
  [{ 'lead[first_name]': 'Lin', 'lead[last_name]': 'Bo' }, 'Lin Bo'],
  [{ lastName: 'Bo', firstName: 'Lin' }, 'Lin Bo'],
  [{ fname: 'Lin' }, 'Lin'],
  [{ surname: 'Bo' }, 'Bo'],
  [{ name: 'Lin', surname: 'Bo' }, 'Lin Bo'],
  [{ name: 'Lin Bo', firstname: 'Lin', lastname: 'Bo' }, 'Lin Bo'],
  [{ vorname: 'Lin', nachname: 'Bo' }, 'Lin Bo'],
  [{ nom: 'Bo', prénom: 'Lin' }, 'Lin Bo'],
  [{ nom: 'Lin Bo' }, 'Lin Bo'],
  [{ nombre: 'Lin', apellidos: 'Bo' }, 'Lin Bo'],
  [{ name: 'Lin\n  Bo' }, 'Lin Bo'],
  [{ name: 'x'.repeat(255) }, 'x'.repeat(255)],
  [{ name: 'x'.repeat(256) }, undefined],
  [{ company_name: 'Acme', username: 'lin', filename: 'a.pdf', message: 'Lin Bo' }, undefined],
  [{}, undefined],
])('the name among %j is %j', (fields, name) => {
  expect(claimedName(fields as Record<string, string>)).toBe(name);
});
