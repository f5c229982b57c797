import fc from 'fast-check';

/** Words for "there is none", as forms and programs send them. */
const placeholders =
  'none|None|null|undefined|na|N/A|n/a|n.a.|-|--|.|unknown|keine|k.A.|unbekannt|aucun|ninguno|nessuno|nenhum|n.v.t.|brak|ingen|нет|なし|无|없음|0|xxx|(none)'.split(
    '|',
  );
export const placeholder = fc.constantFrom(...placeholders);

/** A person that the test made up: what is certain about them, whatever it is spelled like. */
export interface Somebody {
  local: string;
  host: string;
  handle: string;
  phone: string;
}

// At least five characters, so that it is no placeholder.
const local = fc.stringMatching(/^[a-zéø王][a-z0-9._+\-é]{3,10}[a-z0-9]$/u);
const label = fc.constantFrom(
  'acme',
  'www',
  'bücher',
  'n-a',
  'none',
  '商店',
  'faß',
  'łódź',
  'a1',
  'mail',
  'com',
  'de',
);
const host = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('example', 'test', 'de', 'com'))
  .map(([labels, end]) => [...labels, end].join('.'));
/** Handles that are near to one another, to pages of LinkedIn and to placeholders. */
const handle = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9-]{3,12}[a-z0-9]$/),
  fc.constantFrom(
    'nonesuch',
    'nullmann',
    'company',
    'noah',
    'zoë-1',
    'jobs-4-you',
    'ACoAAB1x_YzQk',
    'ACoAAB1x_yzqk',
  ),
);
export const somebody: fc.Arbitrary<Somebody> = fc.record({
  local,
  host,
  handle,
  phone: fc.integer({ min: 1_000_000, max: 9_999_999_999 }).map((digits) => `+49${digits}`),
});

const wide = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));

/** Spellings of an email that mean the same mailbox. */
const emailSpellings: ((local: string, host: string) => string)[] = [
  (name, at) => `${name}@${at}`,
  (name, at) => ` ${name.toUpperCase()}@${at}\n`,
  (name, at) => `mailto:${name}@${at}`,
  (name, at) => `MAILTO:${name}@${at}?subject=Hello`,
  (name, at) => `${name}@${wide(at)}`,
  (name, at) => `${wide(name)}@${at}`,
  (name, at) => `${name}@${at}.`,
  (name, at) => `${name.normalize('NFD')}@${at.normalize('NFD')}`,
  (name, at) => `${name}@${URL.parse(`https://${at}`)?.hostname}`,
];

/** Spellings of a handle that mean the same profile. */
const profileSpellings: ((handle: string) => string)[] = [
  (name) => name,
  (name) => `@${name}`,
  (name) => `in/${name}`,
  (name) => `https://www.linkedin.com/in/${name}/`,
  (name) => `http://de.linkedin.com/in/${encodeURIComponent(name)}?trk=x&utm_source=y`,
  (name) => `linkedin.com/in/${name}/details/experience#top`,
];

/** Values that name nobody: pages that are no profile, hosts that are none. The API refuses them. */
export const refused = {
  linkedinProfileUrl: fc.constantFrom(
    ...'https://www.linkedin.com/company/acme https://www.linkedin.com/feed/update/urn:li:activity:7 https://google.com https://acme.example/en/ linkedin https://lnkd.in/abc1 https://www.linkedin.com/in/me https://www.linkedin.com/in/ ab https://acme..example/anna https://www.linkedin.com/posts/anna-7'.split(
      ' ',
    ),
  ),
  email: fc.constantFrom(
    ...'anna@acme..example anna@acme anna@.example anna@*.acme.example anna@acme,example.com anna@1.2.3.4 a@b@c.example anna anna@-acme.example'.split(
      ' ',
    ),
  ),
};

type Value = { sent: string; is: 'theirs' | 'nothing' | 'refused' };
const theirs = (sent: fc.Arbitrary<string>) => sent.map((text): Value => ({ sent: text, is: 'theirs' }));
const maybe = (own: fc.Arbitrary<string>, bad: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 6, arbitrary: theirs(own) },
    { weight: 4, arbitrary: placeholder.map((sent): Value => ({ sent, is: 'nothing' })) },
    { weight: 1, arbitrary: bad.map((sent): Value => ({ sent, is: 'refused' })) },
  );

/** A log of somebody: each identifier theirs in some spelling, a placeholder, or a value that names nobody. */
export const oddLog = (people: Somebody[]) =>
  fc.nat(people.length - 1).chain((who) => {
    const { local: name, host: at, handle: profile, phone } = people[who] as Somebody;
    const spelled = <Args extends unknown[]>(spellings: ((...args: Args) => string)[], ...args: Args) =>
      fc.constantFrom(...spellings).map((spell) => spell(...args));
    return fc.record({
      who: fc.constant(who),
      email: fc.option(maybe(spelled(emailSpellings, name, at), refused.email), { nil: undefined }),
      linkedinProfileUrl: fc.option(maybe(spelled(profileSpellings, profile), refused.linkedinProfileUrl), {
        nil: undefined,
      }),
      phoneNumber: fc.option(maybe(fc.constant(phone), fc.constant('12 34 5')), { nil: undefined }),
    });
  });

type OddLogs = ReturnType<typeof oddLog>;
export type OddLog = OddLogs extends fc.Arbitrary<infer Log> ? Log : never;

/** What makes two people one, if it is equal. */
const mailbox = ({ local: name, host: at }: Somebody) =>
  `${name.normalize('NFC')}@${URL.parse(`https://${at}`)?.hostname}`;

/** Logs of people of whom no two have the same email, handle or phone. */
export const oddLogs = (people: number, logs: number): fc.Arbitrary<OddLog[]> =>
  fc
    .uniqueArray(somebody, {
      minLength: people,
      maxLength: people,
      comparator: (a, b) => mailbox(a) === mailbox(b) || a.handle === b.handle || a.phone === b.phone,
    })
    .chain((all) => fc.array(oddLog(all), { minLength: logs, maxLength: logs }));
