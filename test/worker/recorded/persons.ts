import type { Person } from '../../../src/people/persons/schemas.ts';
import type { Recorder } from './recorder.ts';

const persons = '/v0/persons';
const find = (query: string) => `${persons}/search?query=${encodeURIComponent(query)}`;

const zoe = {
  name: 'Zoë Marchetti',
  email: '  Zoe.Marchetti@Northwind.Example ',
  domain: 'https://www.Northwind.example:443/about',
  phoneNumber: '+4989123456789',
  linkedinProfileUrl: 'de.linkedin.com/in/Zoe-Marchetti/en?trk=x#top',
};

async function creating({ say, post, ask }: Recorder) {
  say('Creating');
  const minimal = await post<Person>(persons, { name: 'A' });
  const full = await post<Person>(persons, zoe);
  await post(persons, { name: 'Zoe Marchetti' });
  await post(persons, { name: '王小明', email: '王@例え.example' });
  await post(persons, { name: 'สมชาย ใจดี', domain: 'xn--fsq.example' });
  await post(persons, { name: `${'👩‍👩‍👧'.repeat(51)}`, linkedinProfileUrl: '@Anna' });
  await post(persons, {
    name: "O'Neil-Łącki Straße",
    linkedinProfileUrl: 'https://www.linkedin.com/pub/jane-roe/1/2/3',
  });
  await post(persons, {
    name: '100% NEAR("x") * OR',
    linkedinProfileUrl: 'https://people.example/#/anna?utm_source=x&id=7',
  });
  await post(persons, { name: 'free mail', email: 'someone@gmail.com' });
  await post(persons, { name: ' spaces around ', email: `${'a'.repeat(300)}@b.example` });
  say('Identifiers that others have');
  await post(persons, { name: 'x', email: 'zoe.marchetti@northwind.example' });
  await post(persons, { name: 'x', phoneNumber: zoe.phoneNumber });
  await post(persons, { name: 'x', linkedinProfileUrl: 'LINKEDIN.com/in/ZOE-marchetti/' });
  await post(persons, { name: 'x', email: 'new@x.example', phoneNumber: zoe.phoneNumber });
  say('What breaks rules');
  await post(persons);
  await post(persons, { name: '' });
  await post(persons, {
    name: ' \u3000 ',
    email: 'a@b@c',
    domain: 'a b',
    phoneNumber: '0049',
    linkedinProfileUrl: 'linkedin.com/feed',
  });
  await post(persons, {
    name: 'n'.repeat(256),
    email: null,
    domain: '',
    phoneNumber: 1,
    linkedinProfileUrl: '',
    slug: 's',
  });
  await post(persons, {
    name: 'a\u0000b',
    email: 'a\u200bb@c.example',
    domain: `${'d'.repeat(260)}.example`,
  });
  await post(persons, { name: ['a'] }, { headers: { 'if-match': 'x', 'x-d1-bookmark': 'y' } });
  await ask('POST', persons, { rawBody: '[{"name":"a"}]' });
  await ask('POST', persons, { rawBody: '{"name":"a","name":"b","email":"e","email":"f"}' });
  await ask('POST', persons, { rawBody: '{"name":"\\ud800"}' });
  return { minimal: minimal.body, full: full.body };
}

async function reading({ say, get, ask }: Recorder, { full }: { full: Person }) {
  const path = `${persons}/${full.personId}`;
  say('Reading');
  await get(path);
  await get(path, { headers: { 'if-none-match': '"1"' } });
  await get(path, { headers: { 'if-none-match': '"0", W/"1"' } });
  await get(path, { headers: { 'if-none-match': '*' } });
  await get(path, { headers: { 'if-none-match': '"2"' } });
  await get(path, { headers: { 'if-none-match': '1' } });
  await get(path, { headers: { 'x-d1-bookmark': 'first-unconstrained' } });
  await get(`${path}?unknown=1`);
  await ask('HEAD', path);
  await get(`${persons}/person_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await get(`${persons}/%E7%8E%8B%2F%00?x=%FF`);
  await get(`${persons}/${'x'.repeat(2100)}`);
  await get(path, { workspace: 'acme' });
}

async function updating({ say, get, patch }: Recorder, { minimal, full }: { minimal: Person; full: Person }) {
  const path = `${persons}/${minimal.personId}`;
  say('Updating');
  await patch(path, {});
  await patch(path);
  await patch(path, { name: 'Anna Å' });
  await patch(path, { email: 'ANNA@globex.example' }, { headers: { 'if-match': '"2"' } });
  await patch(path, { domain: 'globex.test', phoneNumber: '+12', linkedinProfileUrl: 'in/Anna-A' });
  await patch(path, { name: 'Anna Å' }, { headers: { 'if-match': '*' } });
  await patch(path, { name: 'stale' }, { headers: { 'if-match': '"1", "2"' } });
  await patch(path, { name: 'weak' }, { headers: { 'if-match': 'W/"5"' } });
  await patch(path, {}, { headers: { 'if-match': '"9"' } });
  await patch(path, { email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null });
  await patch(path, { email: 'kept@x.example', phoneNumber: full.phoneNumber });
  await patch(path, { linkedinProfileUrl: full.linkedinProfileUrl });
  await patch(path, { name: null, email: '', domain: '', phoneNumber: '+0', slug: 'mine', personId: 'x' });
  await patch(path, { name: 'x' }, { headers: { 'if-match': 'oops' } });
  await patch(`${persons}/nobody`, { name: 'x' });
  await get(path);
}

async function searching({ say, get, pages }: Recorder) {
  say('Searching');
  await get(`${persons}/search`);
  await pages(`${persons}/search?limit=3`, ['persons', null]);
  await pages(`${persons}/search?limit=1&query=example`, ['persons', '"example"']);
  for (const query of [
    'zoe',
    'ZOË march',
    'z',
    'lacki strasse',
    'northwind.example',
    '123456',
    '+4989',
    '王',
    '小明',
    '明',
    'จ',
  ])
    await get(find(query));
  for (const query of [
    'https://de.linkedin.com/in/ZOE-Marchetti/',
    '100%',
    'NEAR("x")',
    '*',
    '"',
    'zoe*',
    '_oe',
    "o'n",
    'no such',
  ])
    await get(find(query));
  await get(find(' \u0000\u0301 '));
  await pages(`${persons}/search?limit=3&sort=latestVisitAt`, ['persons', null, 'latestVisitAt']);
  await get(`${persons}/search?query=a&sort=latestVisitAt`);
  await get(`${persons}/search?sort=latestActivityAt`);
  await get(`${persons}/search?query=&limit=&cursor=`);
  await get(`${persons}/search?limit=101&query=${'q'.repeat(501)}`);
  await get(`${persons}/search?limit=1.5`);
  await get(`${persons}/search?limit=1&limit=2&query=a&query=b`);
  await get(`${persons}/search?cursor=${'c'.repeat(1501)}`);
  const { nextCursor } = (await get<{ nextCursor: string }>(`${persons}/search?limit=1`)).body;
  await get(`${find('zoe')}&cursor=${nextCursor}`);
  await get(`${persons}/search?cursor=${nextCursor}x`);
  await get(`${persons}/search?limit=1`, { workspace: 'acme' });
}

/** Persons: creating, reading, updating and searching. */
export async function personSlice(recorder: Recorder) {
  const made = await creating(recorder);
  await reading(recorder, made);
  await updating(recorder, made);
  await searching(recorder);
}
