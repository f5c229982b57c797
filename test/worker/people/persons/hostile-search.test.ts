import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PersonList } from '../../../../src/people/persons/schemas.ts';
import { send, tableSizes } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';

const astral = '\u{1f4a9}';

describe('a search treats any text as data', () => {
  const find = async (query: string) => {
    const reply = await send<PersonList>(
      'GET',
      `/v0/persons/search?limit=100&query=${encodeURIComponent(query)}`,
    );
    return {
      status: reply.status,
      names: reply.body.items?.map((person) => person.name),
      total: reply.body.totalCount,
    };
  };
  /** A name that each of these texts would find if it were syntax. As text, none of them finds it. */
  const bait = 'anna berg';
  const hostile = [
    '"',
    '""',
    '"""',
    "'",
    '*',
    'anna*',
    'ann*',
    'NEAR(a b)',
    'NEAR(anna berg, 5)',
    'a OR b',
    'anna OR xyz',
    'anna AND berg',
    'anna NOT xyz',
    'NOT xyz',
    'a:b',
    'text:anna',
    'text : anna',
    'rowid:1',
    '{a b}:',
    '{text} : anna',
    '-text:anna',
    '^a',
    '^anna',
    '-a',
    '+a',
    'anna + berg',
    'AND',
    'OR',
    'NOT',
    'NEAR',
    '(',
    ')',
    '(anna)',
    '"anna"',
    '"anna" OR "berg"',
    'anna" OR "berg',
    'anna" "berg',
    '%',
    '_',
    '%%%',
    '___',
    'a%',
    'ann_',
    '%anna%',
    'ann?',
    '[a]nna',
    '\\',
    'anna\\',
    "' or 1=1 --",
    '; drop table persons',
    '?1',
    ':name',
    '$1',
    '@p',
    '--',
    '/*',
    'anna--',
    '<b>anna</b>',
    '#{anna}',
    '\u{1f4a9}\u{1f4a9}',
  ];
  beforeAll(async () => {
    await Promise.all([bait, ...hostile].map((name) => newPerson({ name })));
  });

  test.each(hostile)('%j', async (query) => {
    const { status, names, total } = await find(query);
    expect(status).toBe(200);
    expect(names).toContain(query);
    expect(names).not.toContain(bait);
    expect(total).toBe(names.length);
  });

  test.each(['', ' ', '   ', '\t\n', '\u00a0\u3000', '\u0000', '\u0002\u0002', '\u0308'])(
    'without a word in it finds everyone: %j',
    async (query) => {
      const everyone = await find('');
      expect(everyone.names).toContain(bait);
      expect(everyone.total).toBe((await tableSizes()).persons);
      expect(await find(query)).toEqual(everyone);
    },
  );

  test.each([
    ['a NUL between words', 'anna\u0000berg', 'anna berg'],
    ['a NUL before a word', '\u0000anna', 'anna'],
    ['the mark of a word start', '\u0002\u0002ann', 'ann'],
    ['the mark where no word starts', '\u0002\u0002nna', 'nna'],
    ['upper case and accents', '\u00c1NN\u00c1 B\u00cbRG', 'anna berg'],
    ['decomposed accents', 'a\u0301nna\u0301', 'anna'],
    ['full-width letters', '\uff21\uff4e\uff4e\uff41', 'anna'],
    ['words twice and in another order', 'berg anna BERG anna', 'anna berg'],
  ])('%s changes nothing', async (_what, query, plain) => {
    const found = await find(query);
    expect(found.names).toContain(bait);
    expect(found).toEqual(await find(plain));
  });

  test.each([
    ['a lone surrogate as the URL carries it', '\ufffd', []],
    ['300 characters of two bytes', '\u00e9'.repeat(300), []],
    ['300 characters of three bytes', '\u738b'.repeat(300), []],
    ['300 characters of four bytes', astral.repeat(300), []],
    ['500 characters of four bytes', astral.repeat(500), []],
    ['500 quotes', '"'.repeat(500), []],
    ['500 stars', '*'.repeat(500), []],
    ['500 per cent signs', '%'.repeat(500), []],
    ['500 open brackets', '('.repeat(500), []],
    [
      '250 different words',
      Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' '),
      [],
    ],
    [
      '166 long words',
      Array.from({ length: 125 }, (_, i) => `x${i + 100}`.slice(0, 4))
        .join(' ')
        .slice(0, 500),
      [],
    ],
    ['250 times the same word', 'a '.repeat(250), expect.arrayContaining([bait])],
    ['500 combining marks', '\u0301'.repeat(500), expect.arrayContaining([bait])],
    ['letters that grow when folded', '\ufdfa'.repeat(500), []],
  ])('%s', async (_what, query, names) => {
    const found = await find(query);
    expect(found).toEqual({ status: 200, names, total: expect.any(Number) });
  });

  test.each(['%', '%zz', '%ff', '%c3', '%ed%a0%80', '%00', '+', '&', '=', '%26', '%23', '#x'])(
    'raw %s in the query string is no 5xx',
    async (raw) => {
      expect((await send('GET', `/v0/persons/search?query=${raw}`)).status).toBe(200);
    },
  );

  test('any 500 hostile characters', async () => {
    const unit = fc.constantFrom(
      '"',
      "'",
      '*',
      '(',
      ')',
      '{',
      '}',
      ':',
      '^',
      '-',
      '+',
      '%',
      '_',
      '\\',
      ' ',
      ',',
      ';',
      '\u0000',
      '\u0002',
      'a',
      'NEAR',
      ' OR ',
      ' AND ',
      ' NOT ',
      astral,
      '\u0301',
      '\u00df',
      '\u738b',
    );
    const query = fc
      .array(unit, { maxLength: 200 })
      .map((parts) => parts.join('').slice(0, 500).toWellFormed());
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        expect((await find(text)).status).toBe(200);
      }),
      { numRuns: 100 },
    );
  });
});
