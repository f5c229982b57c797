import type { Page } from '@footfall/client';
import { describe, expect, test, vi } from 'vitest';
import { pageNameIn, pageOptions } from '../../console/src/data/pages.ts';
import { companyOf, contactOf, nameOf } from '../../console/src/data/person-names.ts';
import { addressOf, kindOf, link, parse, recordKindOf, visitKey } from '../../console/src/nav/router.ts';
import { isSameText } from '../../console/src/screens/persons/erase-person.tsx';
import { holdOf } from '../../console/src/screens/persons/what-goes.tsx';
import { move, moved, orderAt } from '../../console/src/screens/topics/data.ts';
import { nameOf as nameIn } from '../../src/vocabulary/names.ts';

const id = (kind: string) => `${kind}_01kafz8q6tf7n9t3cwh2k5v4xe`;

describe('an address', () => {
  test.each([
    ['#/', 'overview', {}],
    ['', 'overview', {}],
    [`#/pages/${id('page')}`, 'page', { pageId: id('page') }],
    ['#/pages/a%2Fb/audiences/c?x=1', 'audience', { pageId: 'a/b', audienceId: 'c' }],
    ['#/pages/..', undefined, {}],
    ['#/pages/%', undefined, {}],
    ['#/nothing', undefined, {}],
  ])('%s is that of the screen %s', (hash, screen, params) => {
    expect(parse(hash)).toMatchObject({ screen, params });
  });

  test('is read as it is written', () => {
    const query = { q: 'Zoë & <b>?', range: '7d' };
    const hash = link('audience', { pageId: 'a/b', audienceId: 'ü' }, { ...query, empty: '', no: undefined });
    expect(parse(hash)).toEqual({ screen: 'audience', params: { pageId: 'a/b', audienceId: 'ü' }, query });
  });
});

describe('an id that was pasted', () => {
  test.each([
    [id('account'), `#/accounts?open=${id('account')}`],
    [id('page_link'), `#/links?open=${id('page_link')}`],
    [id('api_key'), `#/settings?open=${id('api_key')}`],
    [id('source'), `#/settings?part=sources&open=${id('source')}`],
    [id('webhook'), `#/settings?part=webhooks&open=${id('webhook')}`],
    [id('alert'), `#/settings?part=alerts&open=${id('alert')}`],
    [id('page'), `#/pages/${id('page')}`],
    [visitKey(id('page'), 'x y'), `#/pages/${id('page')}?view=sessions&open=visit%3A${id('page')}%3Ax+y`],
  ])('%s leads to %s', (pasted, address) => {
    expect(addressOf(pasted)).toBe(address);
  });

  test.each([id('constructor'), id('audience'), 'account_1', 'visit:page_1:x', 'words'])(
    '%s opens nothing',
    (text) => {
      expect(recordKindOf(text)).toBeUndefined();
      expect(addressOf(text)).toBeUndefined();
    },
  );

  test('has a kind also if it does not open at the side', () => {
    expect(kindOf(id('audience'))).toBe('audience');
  });
});

describe('a page', () => {
  const page = (pageId: string, title: string, url = `https://www.same.example/${pageId}`) =>
    ({ pageId, title, url }) as Page;

  test('has its address in a list to choose from if another has the same title', () => {
    const title = 'Two pages of one title';
    expect(
      pageOptions([page('two', title), page('one', title), page('price', 'Pricing'), page('none', '')]),
    ).toEqual([
      { value: 'two', label: `${title} · www.same.example/two` },
      { value: 'one', label: `${title} · www.same.example/one` },
      { value: 'price', label: 'Pricing' },
      { value: 'none', label: 'https://www.same.example/none' },
    ]);
  });

  test('is three dots while it is loaded, and its id if the service does not name it', () => {
    const data = new Map([['a', page('a', 'Home')]]);
    expect(pageNameIn({ data, isLoading: false }, 'a')).toBe('Home');
    expect(pageNameIn({ data, isLoading: true }, 'b')).toBe('…');
    expect(pageNameIn({ data, isLoading: false }, 'b')).toBe('b');
  });
});

test('a person is called by name, or else by email, or else by id', () => {
  const person = { name: ' ', email: 'ann@acme.example', personId: 'person_1', domain: null };
  expect(nameOf({ ...person, name: ' Ann ' })).toBe('Ann');
  expect(nameOf(person)).toBe('ann@acme.example');
  expect(nameOf({ ...person, email: null })).toBe('person_1');
  expect(nameIn('person', { name: '', email: null })).toBeUndefined();
  expect(nameIn('page', { title: '', url: 'https://a.example/' })).toBe('https://a.example/');
  expect([companyOf(person), companyOf({ ...person, domain: 'own.example' })]).toEqual([
    'acme.example',
    'own.example',
  ]);
  const profile = { linkedinProfileUrl: 'https://www.linkedin.com/in/ann', phoneNumber: null, email: null };
  expect(contactOf({ ...person, ...profile } as never)).toBe('linkedin.com/in/ann');
});

describe('a record that is moved in its list', () => {
  const items = [1, 2, 4].map((sortOrder) => ({ sortOrder }));

  test.each([
    [0, 1, 3],
    [0, 2, 5],
    [2, 0, 0],
    [2, 1, 1.5],
  ])('from %i to %i gets the number %d, between its new neighbours', (from, to, sortOrder) => {
    expect(orderAt(items, from, to)).toBe(sortOrder);
  });

  test('stands there at once', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  });

  test('gives all new numbers where there is no room', async () => {
    const same = ['a', 'b', 'c'].map((name) => ({ name, sortOrder: 7000 }));
    const send = vi.fn(async () => {});
    await move({ items: same, from: 2, to: 1, send });
    expect(send.mock.calls).toEqual([
      [same[0], 1],
      [same[2], 2],
      [same[1], 3],
    ]);
  });

  test('is sent alone where there is room, and not beyond the ends', async () => {
    const send = vi.fn(async () => {});
    await move({ items, from: 0, to: 1, send });
    expect(send.mock.calls).toEqual([[items[0], 3]]);
    for (const to of [-1, 3, 0]) await move({ items, from: 0, to, send });
    expect(send).toHaveBeenCalledOnce();
  });
});

test.each([
  ['Zoë Lindqvist', 'Zoë Lindqvist', true],
  [' zoe lindqvist ', 'Zoë Lindqvist', true],
  ['Zoe\u0308 Lindqvist', 'Zoë Lindqvist', true],
  ['zoe', 'Zoë Lindqvist', false],
  ['', 'Zoë Lindqvist', false],
  // Nothing is the name of nobody.
  ['', '', false],
  ['', null, false],
  ['\u0308', '\u0308', false],
])('“%s” is the name “%s” of who is erased: %s', (typed, name, is) =>
  expect(isSameText(typed, name)).toBe(is),
);

test.each([
  [1, 'acme.example', undefined],
  [2, 'acme.example', 'it has 1 other person'],
  [3, 'Acme', 'it has 2 other people'],
  [1, 'Acme', 'it has a name of its own'],
])('the account of %i people with the name %s stays when one is erased because %s', (count, name, hold) =>
  expect(holdOf({ linkedPersonsCount: count, name, domain: 'acme.example' } as never)).toBe(hold),
);
