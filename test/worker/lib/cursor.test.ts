import fc from 'fast-check';
import { type CursorBinding, decodeCursor, encodeCursor } from '../../../src/lib/cursor.ts';

const scope: CursorBinding = ['person_log', 'person_01', 'form', undefined];
const invalid = expect.objectContaining({ code: 'invalid_cursor' });
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \u00e9';

/** The texts that are accepted as a cursor of the list. */
function accepted(texts: string[], list = scope): string[] {
  return texts.filter((text) => {
    try {
      decodeCursor(list, text);
      return true;
    } catch (error) {
      expect(error).toEqual(invalid);
      return false;
    }
  });
}

describe('a cursor', () => {
  test('is safe in a URL, and gives back any key', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('.', '1') })),
        (key) => {
          const cursor = encodeCursor(scope, key);
          expect(cursor).toMatch(/^[\w-]+$/);
          expect(decodeCursor(scope, cursor)).toBe(key);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('gives back a number as text', () => {
    expect(decodeCursor(scope, encodeCursor(scope, 42))).toBe('42');
  });

  test('is not encrypted, and contains a version', () => {
    expect(atob(encodeCursor(scope, '42').replaceAll('-', '+').replaceAll('_', '/'))).toMatch(
      /^1\.[0-9a-z]+\.42$/,
    );
  });

  test.each(['42', 'person_log_01kafz8q6wf7n9t3cwh2k5v4xf', '\u738b\u4f1f', '"\\\u0001'])(
    'of key %j is invalid after any change of one character, truncation or addition',
    (key) => {
      const cursor = encodeCursor(scope, key);
      const damaged = [...cursor].flatMap((_, at) => [
        ...[...characters].map((character) => cursor.slice(0, at) + character + cursor.slice(at + 1)),
        cursor.slice(0, at),
        cursor.slice(at + 1),
        cursor.slice(0, at) + cursor.slice(at + 1),
        `${cursor.slice(0, at)}A${cursor.slice(at)}`,
      ]);
      damaged.push(
        `${cursor}=`,
        `${cursor}A`,
        ` ${cursor}`,
        `${cursor}\n`,
        cursor + cursor,
        cursor.toLowerCase(),
      );
      expect(accepted(damaged.filter((text) => text !== cursor))).toEqual([]);
    },
  );

  test.each<[string, CursorBinding]>([
    ['list', ['account_log', 'person_01', 'form', undefined]],
    ['owner', ['person_log', 'person_02', 'form', undefined]],
    ['filter value', ['person_log', 'person_01', 'crm', undefined]],
    ['filter', ['person_log', 'person_01', undefined, 'form']],
    ['number of filters', ['person_log', 'person_01', 'form']],
    ['filter that is empty instead of absent', ['person_log', 'person_01', 'form', '']],
    ['filter with another one joined to it', ['person_log', 'person_01,form', undefined]],
    ['filter that is text instead of absent', ['person_log', 'person_01', 'form', 'null']],
  ])('is invalid for another %s', (_what, other) => {
    expect(accepted([encodeCursor(other, '42')])).toEqual([]);
    expect(accepted([encodeCursor(scope, '42')], other)).toEqual([]);
  });

  test('is invalid for arbitrary text', () => {
    const base64url = (text: string) =>
      btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    const forged = [
      '1',
      '1.',
      '1..',
      '1..42',
      '1.0.42',
      '2.0.42',
      '.0.42',
      '1.undefined.42',
      '{"key":42}',
    ].map(base64url);
    expect(accepted(forged)).toEqual([]);
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String());
    fc.assert(
      fc.property(anyText, (text) => {
        expect(accepted([text])).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
