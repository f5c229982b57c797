import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { PersonCreate } from '../../../../src/people/persons/body-schemas.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { send } from '../../support/client.ts';
import { setLatestVisits } from '../../support/latest-visits.ts';
import { loadPersons } from '../../support/load/persons.ts';
import { create, found, search, token, update, type Workspace } from '../../support/person-search.ts';

describe('a query finds', () => {
  const zoe = {
    name: "Zoë O'Neil-Łącki",
    email: 'z.marchetti@northwind.example',
    domain: 'freight.example',
    phoneNumber: '+493012345678',
    linkedinProfileUrl: 'https://www.linkedin.com/in/zmarchetti-42',
  } satisfies PersonCreate;
  let personId = '';
  beforeAll(async () => {
    personId = (await create(zoe)).personId;
    await create({ name: 'Someone Else', email: 'someone@else.example', phoneNumber: '+14155550123' });
  });

  test.each([
    ['part of a name', 'neil'],
    ['part of a name across punctuation', "o'ne"],
    ['part of a name across a hyphen', 'neil-lac'],
    ['part of an email', 'marchetti@north'],
    ['part of a domain', 'eight.exam'],
    ['part of a phone number', '1234567'],
    ['a phone number', '+493012345678'],
    ['part of a slug', 'o-neil-la'],
    ['part of a profile URL', 'marchetti-42'],
    ['the profile URL', 'https://www.linkedin.com/in/zmarchetti-42'],
    ['the profile URL of another country with a query', 'http://de.linkedin.com/in/ZMarchetti-42/?trk=x'],
    ['the profile URL without a scheme', 'linkedin.com/in/zmarchetti-42'],
    ['the end of a profile URL', 'w.linkedin.com/in/zmarchetti-42'],
    ['the profile URL without its first letter', 'ttps://www.linkedin.com/in/zmarchetti-42'],
    ['words in any order and of any field', 'north zoe 3012 lacki'],
    ['words between any white space', '\t zoe\u00a0\u3000lacki\n'],
    ['words in upper case', 'ZOË MARCHETTI'],
    ['one character of a name', 'z'],
    ['two characters of a name', 'zo'],
    ['one character of a later name', 'o'],
    ['two characters behind an apostrophe', 'ne'],
    ['two characters behind a hyphen', 'la'],
    ['two characters of an email', 'z.'],
    ["two characters of an email's domain", 'no'],
    ['two characters of a domain', 'fr'],
    ['two characters of a phone number', '+4'],
    ['two digits of a phone number', '49'],
    ['one digit of a phone number', '4'],
    ['a short word and a long one', 'zo north'],
  ])('%s', async (_, query) => {
    expect(await found(query)).toContain(personId);
  });

  test.each([
    ['one of two words', 'zoe smith'],
    ['a word that spans two fields', 'example+49'],
    ['two characters inside a word', 'ro'],
    ['two characters inside a phone number', '93'],
    ['one character inside a word', 'h'],
    ['a phone number with spaces, which is several words', '+49 30 12345678'],
    ['a word longer than what is there', 'northwind.example.com'],
    ['another profile', 'https://www.linkedin.com/in/zmarchetti-43'],
  ])('not %s', async (_, query) => {
    expect(await found(query)).not.toContain(personId);
  });

  test.each([
    ['zoe', 'Zoë'],
    ['ZOË', 'zoe'],
    ['lukasz', 'Łukasz'],
    ['straße', 'STRASSE'],
    ['isik', 'Işık'],
    ['ofi', 'oﬁ'],
    ['anna', 'Ａｎｎａ'],
    ['κωνσταντινος', 'ΚΩΝΣΤΑΝΤΊΝΟΣ'],
    ['小明', '王小明'],
    ['明', '王小明'],
    ['지민', '한지민'],
    ['くら', 'さくら'],
    ['トウ', 'ｻﾄｳ'],
    ['ชา', 'สมชาย'],
    ['민x', 'kim지민x'],
    ['ຊາ', 'ສມຊາຍ'],
    ['ខគ', 'សខគ'],
    ['ဆန', 'အဆန'],
    ['😀a', '😀A'],
  ])('%s in the name %s', async (query, name) => {
    const mine = token();
    const { personId } = await create({ name: `${name} ${mine}` });
    expect(await found(`${mine} ${query}`)).toEqual([personId]);
  });

  test.each([
    ['strasse', 'email', 'bahnhofstraße@'],
    ['bahnhofstraße', 'email', 'bahnhofstraße@'],
    ['nguyen@', 'email', 'nguyễn@'],
    ['zoe@', 'email', 'zoë@'],
    ['राम@', 'email', 'राम@'],
    ['łódź.example', 'domain', 'łódź.example.'],
    ['lodz.example', 'domain', 'łódź.example.'],
    ['lo', 'domain', 'łódź.example.'],
  ])('%s in the %s %s', async (query, field, start) => {
    const mine = token();
    const { personId } = await create({ name: mine, [field]: `${start}${mine}.example` });
    expect(await found(`${mine} ${query}`)).toEqual([personId]);
  });

  test.each([
    ['小明', { email: '王小明@mail.example' }],
    ['明', { email: '王小明@mail.example' }],
    ['え商', { email: 'anna@例え商店.example' }],
    ['店', { domain: '例え商店.example' }],
    ['商店', { domain: '例え商店.example' }],
  ])('%s inside %j', async (query, fields) => {
    const mine = token();
    const { personId } = await create({ name: mine, ...fields });
    expect(await found(`${mine} ${query}`)).toEqual([personId]);
    await update(personId, { email: null, domain: null });
    expect(await found(`${mine} ${query}`)).toEqual([]);
  });

  test.each(['小王', '王明', '明王', 'a明', '李'])('not %s in 王小明', async (query) => {
    const mine = token();
    await create({ name: `王小明 ${mine}a` });
    expect(await found(`${mine} ${query}`)).toEqual([]);
  });

  test('everyone, when it has no word', async () => {
    const [all, blank] = await Promise.all([search(''), search(' \t\u0000 ')]);
    expect(blank.items).toEqual(all.items);
    expect(blank.totalCount).toBe(all.totalCount);
  });

  // What a query becomes in FTS5 is held in test/worker/lib/search-text.test.ts.
  test.each([
    '"',
    '"a" OR "b"',
    'zo*',
    'NEAR(zo ne, 2)',
    'NOT zoe',
    '{text}:zoe',
    '^zoe',
    '((',
    'z_e',
    'z%',
    "' or 1=1",
  ])('text that looks like syntax: %j', async (text) => {
    const mine = token();
    await create({ name: `${mine} zoe` });
    const { personId } = await create({ name: `${mine} ${text}` });
    expect(await found(`${mine} ${text}`)).toEqual([personId]);
  });

  test.each([
    ['a control character between words', 'zoe\u0000kern', true],
    ['a mark of the index', '\u0002\u0002ke', true],
    ['a mark of the index inside a word', 'z\u0002\u0002oe', false],
    ['250 words', Array.from({ length: 250 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' '), false],
    ['499 characters of one word', '漢'.repeat(499), false],
    ['500 characters of four bytes', '\u{1f4a9}'.repeat(500), false],
    ['500 quotes', '"'.repeat(500), false],
    ['letters that grow when folded', '\ufdfa'.repeat(500), false],
    ['a lone surrogate, as a URL carries it', '\ufffd', false],
  ])('nothing unexpected for %s', async (_, query, finds) => {
    const { personId } = await create({ name: `${token()} Zoe Kern` });
    expect((await found(query)).includes(personId)).toBe(finds);
  });
});

describe('pages', () => {
  /** Reads all pages, and calls `between` before each but the first. */
  async function walk(query: string, limit: number, workspace: Workspace, between: () => Promise<unknown>) {
    const ids: string[] = [];
    let page = await search(query, { limit: String(limit) }, workspace);
    for (let pages = 1; pages < 50; pages++) {
      ids.push(...page.items.map(({ personId }) => personId));
      expect(page.nextCursor).toMatch(/./);
      expect(page.items.length).toBe(page.hasMore ? limit : page.items.length);
      if (!page.hasMore) return { ids, last: page };
      await between();
      page = await search(query, { limit: String(limit), cursor: page.nextCursor }, workspace);
    }
    throw new Error('the pages never end');
  }

  test.each([
    { what: 'matches of a word', word: true, limit: 4 },
    { what: 'matches of a word, a full last page', word: true, limit: 5 },
    { what: 'everyone', word: false, limit: 7 },
  ])('have each of $what once, newest first, while others are created', async ({ word, limit }) => {
    const mine = token();
    const query = word ? mine : '';
    for (let n = 0; n < 15; n++) await create({ name: `${mine} ${n}` }, 'acme');
    const all = await env.DB_ACME.prepare('SELECT person_id FROM persons ORDER BY seq DESC').all();
    const before = all.results.map(({ person_id }) => person_id);
    if (word) before.splice(15);

    const { ids, last } = await walk(query, limit, 'acme', () => create({ name: `${mine} new` }, 'acme'));
    expect(ids).toEqual(before);

    const end = await search(query, { cursor: last.nextCursor }, 'acme');
    expect(end).toMatchObject({ items: [], hasMore: false, nextCursor: expect.stringMatching(/./) });
    const still = await search(query, { cursor: end.nextCursor }, 'acme');
    expect(still).toMatchObject({ items: [], hasMore: false });
  });

  test('with sort=latestVisitAt have the latest visit first, then the newest, those without one last', async () => {
    const mine = token();
    const visits = [0, 10, 30, 0, 10];
    const ids: string[] = [];
    for (const [n, visit] of visits.entries()) {
      const { personId } = await create({ name: `${mine} ${n}` }, 'acme');
      ids.push(personId);
      const seq = await env.DB_ACME.prepare('SELECT seq FROM persons WHERE person_id = ?')
        .bind(personId)
        .first<number>('seq');
      if (visit > 0) await setLatestVisits('persons', new Map([[seq ?? 0, visit]]), env.DB_ACME);
    }
    const { items } = await search('', { sort: 'latestVisitAt', limit: '100' }, 'acme');
    const found = items.map(({ personId }) => ids.indexOf(personId)).filter((n) => n >= 0);
    expect(found).toEqual([2, 4, 1, 3, 0]);
  });

  test('have no person twice while others are erased', async () => {
    const mine = token();
    const persons: Person[] = [];
    for (let n = 0; n < 9; n++) persons.push(await create({ name: `${mine} ${n}` }, 'acme'));
    const order = persons.map(({ personId }) => personId).reverse();
    let erased = 0;
    const { ids } = await walk(mine, 3, 'acme', async () => {
      // The last person of the previous page, to which the cursor points.
      const path = `/v0/persons/${order[3 * ++erased - 1]}`;
      expect((await send('DELETE', path, undefined, { workspace: 'acme' })).status).toBe(200);
    });
    expect(ids).toEqual(order);
  });

  test('without matches have a cursor too', async () => {
    const page = await search(token());
    expect(page).toMatchObject({ items: [], hasMore: false, totalCount: 0 });
    expect(page.nextCursor).toMatch(/./);
  });

  test('accept a cursor of the same words in another spelling, but not of other words', async () => {
    const mine = token();
    for (let n = 0; n < 3; n++) await create({ name: `${mine} Zoë` });
    const { nextCursor, items } = await search(`${mine} zoe`, { limit: '1' });
    const rest = await search(`${mine.toUpperCase()}  ZOË`, { cursor: nextCursor });
    expect(rest.items.map(({ personId }) => personId)).toEqual(
      (await found(mine)).filter((id) => id !== items[0]?.personId),
    );
    for (const query of [mine, '', 'zoe']) {
      const parameters = new URLSearchParams({ query, cursor: nextCursor });
      const reply = await send<{ code: string }>('GET', `/v0/persons/search?${parameters}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_cursor']);
    }
  });
});

/** Latin letters that Unicode does not decompose, as plain letters. */
const plain: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', ı: 'i', ς: 'σ' };
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßłøæıς]/g, (letter) => plain[letter] ?? letter);

/**
 * The simplest form of the rule: a long word occurs anywhere in a field, and so does a word that begins in Han. A
 * short word starts a word.
 */
function matches(person: Person, query: string): boolean {
  const { name, email, domain, phoneNumber, linkedinProfileUrl, slug } = person;
  const present = (texts: (string | null | undefined)[]) => texts.filter((text) => text != null).map(folded);
  const fields = present([name, email, domain, phoneNumber, linkedinProfileUrl, slug]);
  const words = [...folded(name).split(/\s+/), ...folded(name).split(/[^\p{L}\p{N}]+/u)];
  const starts = present([
    ...words,
    slug,
    email,
    email?.split('@')[1],
    domain,
    phoneNumber,
    phoneNumber?.slice(1),
  ]);
  return folded(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) =>
      [...word].length < 3
        ? starts.some((start) => start.startsWith(word)) ||
          (/^\p{Script=Han}/u.test(word) &&
            present([name, email, domain]).some((field) => field.includes(word)))
        : fields.some((field) => field.includes(word)),
    );
}

const textOf = (characters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((parts) => parts.join(''));
const letters = "abAeéÉễßẞłŁøØæıiİσΣς1-'._/王小";
const personLike = fc.record(
  {
    name: textOf(`${letters}   `, 10).filter((name) => name.trim() !== ''),
    email: fc
      .tuple(textOf('abéßłễ1.-王小', 5), textOf('ab1-王小', 3))
      .map(([local, host]) => `${local}@${host}.example`),
    domain: textOf('abéßłễ1.-', 5).map((host) => `${host}.test`),
    phoneNumber: textOf('1230', 4).map((digits) => `+49${digits}`),
    linkedinProfileUrl: textOf('ab1-', 4).map((handle) => `https://www.linkedin.com/in/${handle}`),
  },
  { requiredKeys: ['name'] },
);
/** A random word, or a part of a field of a person: which person, which field, start and length. */
const wordLike = fc.oneof(
  textOf(letters, 4),
  fc.tuple(fc.nat(3), fc.nat(5), fc.nat(30), fc.integer({ min: 1, max: 40 })),
);
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
);

test('search finds the same persons as the simplest form of the rule', async () => {
  const queries = fc.array(fc.tuple(fc.array(wordLike, { minLength: 1, maxLength: 3 }), spelling), {
    minLength: 1,
    maxLength: 8,
  });
  const drafts = fc.array(personLike, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(drafts, queries, async (persons, asked) => {
      await env.DB_ACME.prepare('DELETE FROM persons').run();
      const created: Person[] = [];
      for (const fields of persons) {
        const reply = await send<Person>('POST', '/v0/persons', fields, { workspace: 'acme' });
        // Some are refused, because of a second person with the same email or an invalid domain.
        if (reply.status === 201) created.unshift(reply.body);
      }
      const check = async ([words, spell]: (typeof asked)[number]) => {
        const query = spell(
          words
            .map((word) => {
              if (typeof word === 'string') return word;
              const [who, which, from, length] = word;
              const { name, email, domain, phoneNumber, linkedinProfileUrl, slug } =
                created[who % created.length] ?? {};
              const field = [name, email, domain, phoneNumber, linkedinProfileUrl, slug][which] ?? name ?? '';
              return [...field]
                .slice(from % field.length)
                .slice(0, length)
                .join('');
            })
            .join(' '),
        );
        const page = await search(query, { limit: '100' }, 'acme');
        const expected = created.filter((person) => matches(person, query));
        expect(page.items, query).toEqual(expected);
        expect(page.totalCount, query).toBe(expected.length);
      };
      await Promise.all(asked.map(check));
    }),
    { numRuns: 100 },
  );
});

describe('the total', () => {
  test('is exact to 1,000 matches and null beyond', async () => {
    const domain = `${token()}.example`;
    const other = `${token()}.example`;
    await loadPersons(1000, domain);
    expect((await search(domain)).totalCount).toBe(1000);
    await create({ name: 'One More', domain });
    expect((await search(domain)).totalCount).toBe(null);
    await create({ name: 'Another', domain: other });
    expect((await search(other)).totalCount).toBe(1);
  });

  test('without a query is the exact number of persons', async () => {
    await loadPersons(1001);
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM persons').first<number>('n');
    expect((await search('', { limit: '1' })).totalCount).toBe(rows);
    expect((await search(' ', { limit: '1' })).totalCount).toBe(rows);
  });
});

test('the total of all persons is exact, whoever is created or gone, and whatever the last one is', async () => {
  await env.DB.prepare('delete from persons').run();
  const insert = (n: number, gone?: string) =>
    env.DB.prepare(
      `insert into persons (person_id, name, search_name, slug, created_at, updated_at${gone === undefined ? '' : ', gone'})
      values ('person_total_' || ?1, 'A', 'a', 'total-' || ?1, 1, 1${gone === undefined ? '' : `, ${gone}`})`,
    ).bind(n);
  /** As the service inserts one. */
  const ofTheLast = 'coalesce((select last.gone from persons as last order by last.seq desc limit 1), 0)';
  const total = async () =>
    (await send<{ totalCount: number }>('GET', '/v0/persons/search?limit=1')).body.totalCount;
  let next = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constantFrom('new', 'new', 'of before', 'log', 'last'), fc.nat(20)), {
        maxLength: 20,
      }),
      async (steps) => {
        for (const step of steps) {
          next += 1;
          if (step === 'new') await insert(next, ofTheLast).run();
          else if (step === 'of before') await env.DB.batch([insert(next), insert(-next)]);
          else if (step === 'log') await create({ name: 'B', email: `total-${next}@gone.example` });
          else
            await env.DB.prepare(
              `delete from persons where seq in (select seq from persons order by seq desc limit 1 offset ?)`,
            )
              .bind(step === 'last' ? 0 : step)
              .run();
        }
        const count = await env.DB.prepare('select count(*) as n from persons').first<number>('n');
        expect(await total()).toBe(count);
      },
    ),
    { numRuns: 60 },
  );
});
