import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import { nameFrom } from '../../../../src/people/persons/identity.ts';
import type { Person, PersonList } from '../../../../src/people/persons/schemas.ts';
import type { SessionImported } from '../../../../src/visits/sessions/import-schemas.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import { get, log, patch, personOf, post } from '../../support/persons.ts';

describe('an identifier belongs to one person', () => {
  const fields = {
    email: 'taken@x.example',
    phoneNumber: '+15551239999',
    linkedinProfileUrl: 'https://www.linkedin.com/in/taken',
  };

  test.each(Object.entries(fields))(
    'that is already taken, %s: create and update are 409 and write nothing',
    async (field, value) => {
      const holder = await send<PersonList>('GET', '/v0/persons/search?query=holder');
      const conflictingId =
        holder.body.items[0]?.personId ?? (await post({ name: 'Holder', ...fields })).body.personId;
      const other = (await post({ name: `Other ${field}` })).body;
      const before = await tableSizes();
      const expected = { code: 'person_conflict', field, conflictingId };
      const created = await post<Problem>({ [field]: value });
      expect([created.status, created.body]).toEqual([409, expect.objectContaining(expected)]);
      const updated = await patch<Problem>(other.personId, { name: 'Renamed', [field]: value });
      expect([updated.status, updated.body]).toEqual([409, expect.objectContaining(expected)]);
      expect((await get(other.personId)).body).toEqual(other);
      expect(await tableSizes()).toEqual(before);
    },
  );

  test('and stays its own when it is sent again', async () => {
    const { personId } = (await post({ email: 'own@x.example' })).body;
    expect((await patch(personId, { email: 'OWN@x.example', name: 'New' })).status).toBe(200);
  });

  test('and is free after its person changed it or was erased', async () => {
    const { personId } = (await post({ email: 'free@x.example', phoneNumber: '+15551238888' })).body;
    await patch(personId, { email: null });
    expect((await post({ email: 'free@x.example' })).status).toBe(201);
    await send('DELETE', `/v0/persons/${personId}`);
    expect((await post({ phoneNumber: '+15551238888' })).status).toBe(201);
  });
});

const linkedin = 'https://www.linkedin.com';

let serial = 0;
/** A unique handle. */
const unique = () => `Li-${(serial++).toString(36).padStart(4, '0')}`;

const ofUrl = async (linkedinProfileUrl: string) => (await log({ linkedinProfileUrl })).body;

describe('a person with a LinkedIn profile', () => {
  test('keeps the spelling that was sent first, and is found with each', async () => {
    const handle = unique();
    const { personId } = await ofUrl(`http://de.linkedin.com/in/${handle}/en?trk=x`);
    for (const spelling of [handle.toUpperCase(), `in/${handle.toLowerCase()}`, `${linkedin}/in/${handle}/`])
      expect(await ofUrl(spelling)).toMatchObject({ personId, createdPerson: false });
    expect((await personOf(personId)).linkedinProfileUrl).toBe(`${linkedin}/in/${handle}`);
  });

  test('written before comparison keys were stored is found', async () => {
    const handle = unique().toLowerCase();
    const { personId } = (await post({ linkedinProfileUrl: handle })).body;
    const row = await env.DB.prepare('select linkedin_key from persons where person_id = ?')
      .bind(personId)
      .first();
    expect(row).toEqual({ linkedin_key: null });
    expect((await ofUrl(handle.toUpperCase())).personId).toBe(personId);
  });

  test('whose member id an earlier version stored in lower case is found by the URL after a PATCH with it', async () => {
    const [url, email] = [`${linkedin}/in/ACoAA${unique()}`, `${unique()}@member.example`];
    const { personId } = (await post({ email })).body;
    await env.DB.prepare(
      'update persons set linkedin_profile_url = ?, linkedin_key = null where person_id = ?',
    )
      .bind(url.toLowerCase().replace('https://www.linkedin.com', linkedin), personId)
      .run();
    const other = await ofUrl(url);
    expect(other.createdPerson).toBe(true);
    await send('DELETE', `/v0/persons/${other.personId}`);
    expect((await log({ email })).body.personId).toBe(personId);
    await send('PATCH', `/v0/persons/${personId}`, { linkedinProfileUrl: url });
    expect((await ofUrl(url)).personId).toBe(personId);
  });

  test('conflicts with another spelling of the profile', async () => {
    const handle = unique();
    const { personId } = (await post({ linkedinProfileUrl: handle })).body;
    const other = (await post({})).body;
    const taken = { linkedinProfileUrl: `uk.linkedin.com/in/${handle.toUpperCase()}` };
    for (const refused of [
      await post<Problem>(taken),
      await send<Problem>('PATCH', `/v0/persons/${other.personId}`, taken),
    ])
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ field: 'linkedinProfileUrl', conflictingId: personId }),
      ]);
  });

  test('may change the spelling of the profile, clear it, and another person may then have it', async () => {
    const handle = unique();
    const { personId } = (await post({ linkedinProfileUrl: handle })).body;
    const path = `/v0/persons/${personId}`;
    const lower = `${linkedin}/in/${handle.toLowerCase()}`;
    for (const spelling of [lower, `${linkedin}/in/${handle}`]) {
      const { status, body } = await send<Person>('PATCH', path, { linkedinProfileUrl: spelling });
      expect([status, body.linkedinProfileUrl]).toEqual([200, spelling]);
      expect((await ofUrl(handle)).personId).toBe(personId);
    }
    await send('PATCH', path, { linkedinProfileUrl: null });
    expect((await ofUrl(lower)).createdPerson).toBe(true);
  });

  test('whose empty field is filled keeps the spelling, and is found by it', async () => {
    const [handle, email] = [unique(), `${unique()}@fill.example`];
    const { personId } = (await post({ email })).body;
    await log({ email, linkedinProfileUrl: handle });
    expect((await personOf(personId)).linkedinProfileUrl).toBe(`${linkedin}/in/${handle}`);
    expect((await ofUrl(handle.toLowerCase())).personId).toBe(personId);
    const filled = await log({ email: `${unique()}@fill.example`, linkedinProfileUrl: handle.toUpperCase() });
    expect(filled.body).toMatchObject({ personId, createdPerson: false });
  });

  test('is found by a search for any spelling of its profile', async () => {
    const mine = unique();
    const profiles = [`Émile-${mine}`, `ACoA_${mine}`, `王-${mine}`];
    for (const handle of profiles) {
      const { personId } = (await post({ linkedinProfileUrl: `${linkedin}/in/${handle}` })).body;
      for (const spelling of [handle, handle.toLowerCase(), handle.toUpperCase(), encodeURI(handle)]) {
        const query = encodeURIComponent(`http://de.linkedin.com/in/${spelling}/?trk=x`);
        const found = await send<PersonList>('GET', `/v0/persons/search?query=${query}`);
        expect(found.body.items.map((item) => item.personId)).toEqual([personId]);
      }
    }
  });
});

test('an imported session is linked to the profile in any spelling, and cleared with it', async () => {
  const handle = unique();
  const { personId } = (await post({ linkedinProfileUrl: handle })).body;
  const url = `https://linkedin.example/${handle}`;
  const { pageId } = (await send<Page>('POST', '/v0/pages', { title: 'Import', url })).body;
  const sessions = `/v0/pages/${pageId}/audience_sessions`;
  const session = {
    analyticsSessionId: crypto.randomUUID(),
    sessionStartedAt: '2026-03-04T10:00:00.000Z',
    sessionEndedAt: '2026-03-04T10:02:00.000Z',
    formSubmissionIdentifier: `m.linkedin.com/in/${handle.toUpperCase()}?trk=x`,
    formSubmissionIdentifierType: 'linkedin',
  };
  const imported = await send<SessionImported>('POST', `${sessions}/import`, { sessions: [session] });
  expect(imported.body.importedCount).toBe(1);
  const read = async () =>
    (await send<AudienceSession>('GET', `${sessions}/${session.analyticsSessionId}`)).body;
  expect(await read()).toMatchObject({
    personId,
    formSubmissionIdentifier: `${linkedin}/in/${handle.toLowerCase()}`,
  });
  await send('DELETE', `/v0/persons/${personId}`);
  expect(await read()).toMatchObject({ personId: null, formSubmissionIdentifier: null });
});

type Field = 'email' | 'phoneNumber' | 'linkedinProfileUrl';

const written = async (field: Field, sent: string) => {
  const { status, body } = await log({ [field]: sent });
  return { status, personId: (body as unknown as PersonLogCreated & Problem).personId };
};

/** Spellings that are one person each: no two lines have the same. */
const people: [Field, string[]][] = [
  [
    'email',
    [
      'jürgen@müller.example',
      'JÜRGEN@MÜLLER.EXAMPLE',
      'ju\u0308rgen@xn--mller-kva.example',
      ' jürgen@müller。example\u3000',
    ],
  ],
  ['email', ['juergen@mueller.example', 'mailto://juergen@mueller.example']],
  ['email', ['jurgen@muller.example']],
  ['email', ['иван@почта.рф', 'ИВАН@ПОЧТА.РФ', 'иван@xn--80a1acny.xn--p1ai']],
  [
    'email',
    ['李明@例え.テスト', '李明@例え。テスト', '李明@xn--r8jz45g.xn--zckzah', 'MailTo:李明@例え．テスト'],
  ],
  ['email', ['李明@例え.example']],
  ['email', ["o'neil+news@acme.co.uk", 'O\u0027Neil+News@ACME.CO.UK.']],
  ['email', ['oneil+news@acme.co.uk']],
  ['email', ['anna@faß.example', 'anna@xn--fa-hia.example']],
  ['email', ['anna@fass.example']],
  ['email', ['anna@www.fass.example']],
  ['email', ['anna@аcme.example']], // Cyrillic а
  [
    'email',
    [
      'anna@acme.example',
      'ａｎｎａ＠ａｃｍｅ．ｅｘａｍｐｌｅ',
      'anna@acme.example...',
      '\ufeffanna@acme.example',
    ],
  ],
  ['email', ['ﾃｽﾄ@acme.example', 'テスト@acme.example']],
  ['email', ['none@acme.example']],
  ['email', ['null@acme.example']],
  ['email', ['نور@مثال.إختبار', 'نور@xn--mgbh0fb.xn--kgbechtv']],
  ['email', ['anna@नेपाली.example', 'anna@xn--l2bey1cl2b.example']],
  ['email', ['김@한국.example', '김@한국.example']],
  ['email', ['i@acme.example', 'I@acme.example']],
  ['email', ['ı@acme.example']],
  ['phoneNumber', ['+4930123456']],
  ['phoneNumber', ['+493012345']],
  ['phoneNumber', ['+10']],
  [
    'linkedinProfileUrl',
    [
      'Łukasz-Nowak',
      'łukasz-nowak',
      'https://pl.linkedin.com/in/%C5%81ukasz-Nowak/pl',
      'www.linkedin.com/in/łukasz-nowak?trk=x',
    ],
  ],
  ['linkedinProfileUrl', ['lukasz-nowak', '@LUKASZ-NOWAK', 'linkedin.com/mwlite/in/lukasz-nowak']],
  ['linkedinProfileUrl', ['Владимир', 'https://ru.linkedin.com/in/владимир/']],
  ['linkedinProfileUrl', ['山田太郎', 'https://jp.linkedin.com/in/%E5%B1%B1%E7%94%B0%E5%A4%AA%E9%83%8E/en']],
  ['linkedinProfileUrl', ['nina-nein', 'in/nina-nein']],
  ['linkedinProfileUrl', ['sans']],
  ['linkedinProfileUrl', ['nav']],
  [
    'linkedinProfileUrl',
    [
      'https://www.linkedin.com/sales/lead/ACwAABxyz,NAME_SEARCH,a',
      'https://www.linkedin.com/sales/people/ACwAABxyz,OUT_OF_NETWORK,b?_ntb=1',
    ],
  ],
  ['linkedinProfileUrl', ['https://www.linkedin.com/sales/lead/ACwAABxyZ,NAME_SEARCH,a']],
  ['linkedinProfileUrl', ['https://github.com/nullius', 'http://github.com/nullius/']],
  ['linkedinProfileUrl', ['https://bücher.example/anna', 'https://xn--bcher-kva.example/anna/']],
  ['linkedinProfileUrl', ['https://social.example/@anna']],
];

test('36 people in 80 spellings and 12 scripts: no two become one, none becomes two, each email is found', async () => {
  const seen = new Map<string, string>();
  for (const [field, spellings] of people) {
    const ids = new Set<string>();
    for (const sent of spellings) {
      const { status, personId } = await written(field, sent);
      expect(status, sent).toBe(201);
      ids.add(personId);
      expect(seen.get(personId) ?? spellings[0], `two people are one: ${sent}`).toBe(spellings[0]);
      seen.set(personId, spellings[0] ?? '');
      if (field !== 'email') continue;
      const path = `/v0/persons/search?limit=100&query=${encodeURIComponent(sent)}`;
      const { body } = await send<PersonList>('GET', path);
      expect(
        body.items?.map((one) => one.personId),
        `found by ${sent}`,
      ).toContain(personId);
    }
    expect(ids.size, `one person is several: ${spellings.join(' ')}`).toBe(1);
  }
});

describe('an odd identifier is refused, with its field', () => {
  test.each<[Field, string]>([
    ...'Anna <anna@acme.example>|anna@acme.example,|anna@acme.example;ben@acme.example|{{email}}|%EMAIL%|anna%40acme.example|anna@acme\u00ad.example|anna@acme.example\u200b|anna@1.2.3|anna@[::1]|anna@acme.c|anna@-acme.example|anna@acme/x.example|@acme.example|\u202eanna@acme.example'
      .split('|')
      .filter(Boolean)
      .map((sent): [Field, string] => ['email', sent]),
    ...'https://www.linkedin.com/in/https://www.linkedin.com/in/anna|https://www.linkedin.com/in/{{handle}}|https://www.linkedin.com/pub/dir/Anna/Berg/1|https://www.linkedin.com/authwall?sessionRedirect=x|https://www.linkedin.com/search/results/people/?keywords=anna|https://localhost/anna|https://10.1/anna|ftp://x.example/anna|https://user@x.example/anna|https://linkedin.com/company/123/admin'
      .split('|')
      .map((sent): [Field, string] => ['linkedinProfileUrl', sent]),
    ...'030 123|+0|+1|＋4930123456|tel:+4930123456|+49 30|+1234567890123456'
      .split('|')
      .map((sent): [Field, string] => ['phoneNumber', sent]),
  ])('%s %j', async (field, sent) => {
    const { status, body } = await log({ [field]: sent });
    const { errors } = body as unknown as Problem;
    expect([status, [...new Set(errors?.map(({ path }) => path))]]).toEqual([400, [field]]);
  });
});

describe('the name of a new person, made of', () => {
  test.each([
    ["o'neil.jr-x_y+tag", "o'neil.jr-x_y+tag"],
    ['zoë', 'zoë'],
    ['王小明', '王小明'],
    ['สมชาย', 'สมชาย'],
    ['עמית', 'עמית'],
    ['<img/src=x/onerror=alert(1)>', 'imgsrcxonerroralert1'],
    ['{{constructor}}', 'constructor'],
    ['=cmd|"/c calc"!a1', 'cmdc calca1'],
    ['a\u202ebc\u2066d\u200be\u00adf\ufeff', 'abcdef'],
    ['a\u115f\u3164\uffa0\u034f\ufe0fb', 'ab'],
    ['a\u0085\u0000\u2028b', 'ab'],
    ['\u{e0041}\u{1f600}a', 'a'],
    ['<>', 'Unknown'],
    ['.-_', 'Unknown'],
    ['\u3164', 'Unknown'],
    ['\u0301', 'Unknown'],
    ['', 'Unknown'],
  ])('the local part %j is %j', (local, name) => {
    expect(nameFrom({ email: `${local}@evil.example` })).toBe(name);
  });

  test.each([
    [`${linkedin}/in/Anna-Berg`, 'Anna-Berg'],
    [`${linkedin}/in/j%C3%BCrgen`, 'jürgen'],
    [`${linkedin}/in/%3Csvg%2Fonload%3D1%3E`, 'svgonload1'],
    [`${linkedin}/in/%E2%80%AEanna%0A`, 'anna'],
    [`${linkedin}/in/%20a%20%20b%20`, 'a b'],
    [`${linkedin}/in/%ff`, 'ff'],
    [`${linkedin}/in/%3C%3E`, 'Unknown'],
    [`${linkedin}/pub/jane-roe/4a/b12/9c`, 'jane-roe'],
    [`${linkedin}/profile/view?id=42`, '42'],
    ['https://social.example/u/anna?id=1', 'anna'],
    ['https://anna.example', 'anna.example'],
  ])('the profile %s is %j', (linkedinProfileUrl, name) => {
    expect(nameFrom({ linkedinProfileUrl })).toBe(name);
  });

  test('a phone number is the number', () => {
    expect(nameFrom({ phoneNumber: '+15551234567' })).toBe('+15551234567');
  });

  test('anything is 1 to 255 characters of plain text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        for (const identifiers of [{ email: `${text}@x.example` }, { linkedinProfileUrl: `x/${text}` }]) {
          const name = nameFrom(identifiers);
          expect(name).toMatch(/^[\p{L}\p{N}\p{M} .\-_'+]+$/u);
          expect(name).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
          expect([name.trim(), [...name].length <= 255]).toEqual([name, true]);
        }
      }),
    );
  });
});
