import type { PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import type { PersonList } from '../../../../src/people/persons/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { log } from '../../support/persons.ts';
import { prepareVisits } from '../../support/visits.ts';

prepareVisits();

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

describe('is refused, with its field', () => {
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
