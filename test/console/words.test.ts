import type {
  Audience,
  AudienceVersion,
  Content,
  FieldValue,
  Metadata,
  Page,
  PageField,
} from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { wordChanges } from '../../console/src/kit/word-diff.tsx';
import { changeInWords, contextInWords } from '../../console/src/screens/audience/use-versions.ts';
import {
  changesBetween,
  contentShown,
  differing,
  inheritedOf,
  lackingIn,
  longestIn,
  pageWords,
  readable,
  shownOf,
  updateOf,
  type Values,
  valuesFor,
  valuesOf,
} from '../../console/src/screens/audience/words.ts';

describe('words of two texts', () => {
  const marked = (before: string, after: string) => {
    const changes = wordChanges(before, after);
    return [
      changes.before.filter(({ removed }) => removed).map(({ value }) => value),
      changes.after.filter(({ added }) => added).map(({ value }) => value),
    ];
  };

  test.each([
    ['Prices for museums', 'Prices for libraries', [['museums'], ['libraries']]],
    ['They ask in May.', 'They ask in June.', [['May'], ['June']]],
    ['Prices for museums', 'Prices', [[' for museums'], []]],
    ['', 'All of it', [[], ['All of it']]],
    ['The same', 'The same', [[], []]],
  ])('%j and %j: only what one of them has is marked', (before, after, expected) => {
    expect(marked(before, after)).toEqual(expected);
  });

  test('are whole on both sides, with their spaces and lines', () => {
    const [before, after] = ['one two\n\nthree', 'one  2\nthree four'];
    const changes = wordChanges(before, after);
    const text = (parts: { value: string }[]) => parts.map(({ value }) => value).join('');
    expect([text(changes.before), text(changes.after)]).toEqual([before, after]);
  });
});

const emptyMetadata = {
  title: '',
  description: '',
  author: '',
  canonicalUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogImageAlt: '',
  ogSiteName: '',
  ogUrl: '',
  twitterTitle: '',
  twitterDescription: '',
  keywords: [],
  robots: [],
  ogType: 'website',
  twitterCard: 'summary',
} as unknown as Metadata;

const pageOf = (metadata: Partial<Metadata> = {}, title = 'Home', fields: PageField[] = []) =>
  ({ title, url: 'https://www.acme.example/', metadata: { ...emptyMetadata, ...metadata }, fields }) as Page;

interface Written {
  customName?: string | null;
  supplementaryContext?: string | null;
  actionUrlOverride?: string | null;
  metadataOverride?: Partial<Metadata>;
  fieldOverrides?: Record<string, FieldValue>;
}

const audienceOf = ({ metadataOverride, ...rest }: Written = {}) =>
  ({
    customName: null,
    actionUrlOverride: null,
    actionFormIdOverride: null,
    actionFormInstructionsOverride: null,
    supplementaryContext: null,
    fieldOverrides: {},
    ...rest,
    metadataOverride: { ...emptyMetadata, ...metadataOverride },
  }) as Audience;

const written = (of: Written = {}, page = pageOf()): Values => valuesOf({ audience: audienceOf(of), page });
const shown = (of: Written = {}, page = pageOf()) => shownOf(written(of, page), page);

describe('what a website gets', () => {
  test('is what is written, then what the page has, then its title and address', () => {
    expect(shown({}, pageOf())).toMatchObject({ title: 'Home', canonicalUrl: 'https://www.acme.example/' });
    expect(shown({}, pageOf({ title: 'Of the page' })).title).toBe('Of the page');
    expect(shown({ metadataOverride: { title: 'Mine' } }, pageOf({ title: 'Of the page' })).title).toBe(
      'Mine',
    );
  });

  test('repeats a title and a description where nothing else is written', () => {
    const page = pageOf();
    const metadataOverride = { title: 'Mine', description: 'Words', ogDescription: 'Shared words' };
    expect(shown({ metadataOverride }, page)).toMatchObject({
      ogTitle: 'Mine',
      twitterTitle: 'Mine',
      ogDescription: 'Shared words',
      twitterDescription: 'Shared words',
    });
    expect(inheritedOf('twitterTitle', written({ metadataOverride }), page)).toBe('Mine');
  });

  test('without an audience is the page', () => {
    expect(pageWords(pageOf({ title: 'Of the page' }))).toMatchObject({
      title: 'Of the page',
      customName: '',
    });
  });

  test('never has the name that only users of the console see', () => {
    expect(shown({ customName: 'Museums' }).customName).toBe('');
  });
});

describe('what changed', () => {
  const one = { supplementaryContext: 'Same', metadataOverride: { title: 'One' } };

  test('names each field once, with those that only repeat it', () => {
    const [change, ...rest] = changesBetween(
      pageOf(),
      shown(one),
      shown({ ...one, metadataOverride: { title: 'Two' } }),
    );
    expect(rest).toEqual([]);
    expect(change).toMatchObject({ field: { label: 'Title' }, before: 'One', after: 'Two' });
    expect(change?.repeatedBy.map(({ label }) => label)).toEqual(['Title when shared', 'Title on X']);
  });

  test('names a field that had words of its own', () => {
    const before = { title: 'One', ogTitle: 'Shared' };
    const fields = changesBetween(
      pageOf(),
      shown({ metadataOverride: before }),
      shown({ metadataOverride: { ...before, title: 'Two' } }),
    );
    expect(fields.map(({ field, repeatedBy }) => [field.id, repeatedBy.length])).toEqual([['title', 0]]);
  });

  test('is said in a line, in which many fields are counted', () => {
    expect(changeInWords(pageOf(), shown(one), shown({ ...one, metadataOverride: { title: 'Two' } }))).toBe(
      'Title',
    );
    expect(changeInWords(pageOf(), shown(one), shown(one))).toBe('same content');
    const much = {
      supplementaryContext: 'Same but more',
      actionUrlOverride: 'https://test.example/',
      actionFormIdOverride: 'book',
      metadataOverride: { title: 'One', author: 'Ann' },
    };
    expect(changeInWords(pageOf(), shown(one), shown(much))).toBe(
      'Button leads to, context +2 words, Form and 1 more',
    );
  });

  test('counts the words of a context', () => {
    const said = (before: string, after: string) =>
      changeInWords(
        pageOf(),
        shown({ supplementaryContext: before }),
        shown({ supplementaryContext: after }),
      );
    expect(said('prices in May', 'prices in June')).toBe('context +1 −1 words');
    expect(said('prices in May', 'prices')).toBe('context −2 words');
    expect(said('one two', 'one  two')).toBe('context');
  });

  test('of a version that was never published is its context only', () => {
    const version = (versionNumber: number, supplementaryContext: string | null) =>
      ({ versionNumber, supplementaryContext }) as AudienceVersion;
    expect(contextInWords(undefined, version(1, 'x'))).toBe('first content');
    expect(contextInWords(undefined, version(2, 'x'))).toBe('');
    expect(contextInWords(version(1, null), version(2, ''))).toBe('context unchanged');
    expect(contextInWords(version(1, 'a b'), version(2, 'a'))).toBe('context −1 words');
  });
});

describe('a draft', () => {
  test('sends only what was changed, and null for what was cleared', () => {
    const before = written({
      supplementaryContext: 'Words',
      metadataOverride: { title: 'One', author: 'Ann' },
    });
    const after = { ...before, supplementaryContext: ' ', title: ' Two ', author: '', actionUrl: '' };
    expect(updateOf(pageOf(), before, after)).toEqual({
      supplementaryContext: null,
      metadataOverride: { title: 'Two', author: null },
    });
    expect(updateOf(pageOf(), before, { ...before, title: 'One ' })).toEqual({});
  });

  test('has a line for each item of a list', () => {
    const before = written({ metadataOverride: { keywords: ['one', 'two'] } });
    expect(before.keywords).toBe('one\ntwo');
    expect(readable('keywords', before.keywords)).toBe('one, two');
    expect(updateOf(pageOf(), before, { ...before, keywords: ' one \n\n three' })).toEqual({
      metadataOverride: { keywords: ['one', 'three'] },
    });
  });

  test('differs by fields, not by spaces around them', () => {
    const before = written({ metadataOverride: { title: 'One' } });
    expect(differing(pageOf(), before, { ...before, title: 'One ' })).toEqual([]);
    expect(
      differing(pageOf(), before, { ...before, title: 'Two', author: 'Ann' }).map(({ id }) => id),
    ).toEqual(['title', 'author']);
  });

  test('that takes older words leaves empty what the page gives anyway', () => {
    const page = pageOf({ description: 'Of the page' });
    const older = { supplementaryContext: 'Older', metadataOverride: { title: 'Older title' } };
    const draft = valuesFor(shown(older, page), written({ customName: 'Museums', ...older }, page), page);
    expect(draft).toMatchObject({
      title: 'Older title',
      supplementaryContext: 'Older',
      customName: 'Museums',
      description: '',
      canonicalUrl: '',
      ogTitle: '',
      twitterTitle: '',
    });
    expect(shownOf(draft, page)).toEqual(shown(older, page));
  });

  test('that takes words of the page as it was then has them as its own', () => {
    const then = shown({}, pageOf({}, 'Title then'));
    const draft = valuesFor(then, written(), pageOf({}, 'Title now'));
    expect(draft.title).toBe('Title then');
    expect(draft.ogTitle).toBe('');
  });
});

describe('fields of the page', () => {
  const field = (
    name: string,
    kind: PageField['kind'],
    usual: FieldValue,
    rest: Partial<PageField> = {},
  ) => ({
    name,
    label: name.toUpperCase(),
    kind,
    default: usual,
    maxLength: 60,
    help: '',
    removedAt: null,
    ...rest,
  });
  const gone = { removedAt: '2026-11-29T00:00:00.000Z' };
  const page = pageOf({}, 'Home', [
    field('hero', 'text', 'Know who walks in'),
    field('photo', 'image', { url: 'https://www.acme.example/a.png', alt: 'A door' }),
    field('proofs', 'list', ['One', 'Two']),
    field('old', 'text', '', gone),
  ]);
  const hero = { fieldOverrides: { hero: 'Know who berths' } };

  test('stand in their order before the others, with the default where nothing is written', () => {
    expect(shown(hero, page)).toMatchObject({
      'fields.hero': 'Know who berths',
      'fields.photo': 'https://www.acme.example/a.png\nA door',
      'fields.proofs': 'One\nTwo',
    });
    expect(pageWords(page)['fields.hero']).toBe('Know who walks in');
    expect(inheritedOf('fields.hero', written(hero, page), page)).toBe('Know who walks in');
    // What was removed is neither written nor shown.
    const removed = { fieldOverrides: { old: 'Kept' } };
    expect(Object.keys(written(removed, page)).filter((id) => id.startsWith('fields.'))).toEqual([
      'fields.hero',
      'fields.photo',
      'fields.proofs',
    ]);
    expect(shown(removed, page)['fields.old']).toBeUndefined();
  });

  test('are sent by their kind, and null where the text was cleared', () => {
    const before = written(hero, page);
    const after = {
      ...before,
      'fields.hero': ' ',
      'fields.photo': ' https://www.acme.example/b.png\nTwo doors',
      'fields.proofs': ' Three \n\nFour',
      title: 'Mine',
    };
    expect(updateOf(page, before, after)).toEqual({
      fieldOverrides: {
        hero: null,
        photo: { url: 'https://www.acme.example/b.png', alt: 'Two doors' },
        proofs: ['Three', 'Four'],
      },
      metadataOverride: { title: 'Mine' },
    });
    expect(updateOf(page, before, { ...before, 'fields.hero': 'Know who berths ' })).toEqual({});
  });

  test('that were removed while somebody wrote are sent all the same, so that the service says so', () => {
    const mine = { ...written(hero, page), 'fields.hero': 'Mine' };
    const without = pageOf({}, 'Home', [field('hero', 'text', '', gone)]);
    const now = written(hero, without);
    expect(differing(without, now, mine).map(({ label }) => label)).toEqual(['HERO']);
    expect(updateOf(without, now, mine)).toEqual({ fieldOverrides: { hero: 'Mine' } });
    // Also when nobody knows it any more.
    expect(differing(pageOf(), written(hero), mine).map(({ label }) => label)).toEqual(['hero']);
  });

  test('are named where they change, first those of the page, also those that it has no more', () => {
    const content = {
      ...shown({}, pageOf()),
      metadata: { ...emptyMetadata, title: 'Home', canonicalUrl: 'https://www.acme.example/' },
      fields: { old: 'Once', hero: 'Know who walks in', proofs: ['One'] },
    } as unknown as Content;
    const then = contentShown(content);
    const changes = changesBetween(page, then, shown({ ...hero, metadataOverride: { title: 'New' } }, page));
    expect(changes.map(({ field: { label }, before, after }) => [label, before, after]).slice(0, 5)).toEqual([
      ['HERO', 'Know who walks in', 'Know who berths'],
      ['PHOTO', '', 'https://www.acme.example/a.png\nA door'],
      ['PROOFS', 'One', 'One\nTwo'],
      ['OLD', 'Once', ''],
      ['Title', 'Home', 'New'],
    ]);
    const draft = valuesFor(then, written(hero, page), page);
    expect(draft).toMatchObject({ 'fields.hero': '', 'fields.photo': '', 'fields.proofs': 'One' });
    expect(draft['fields.old']).toBeUndefined();
    const lacking = lackingIn(page, shownOf(draft, page), then) ?? '';
    expect(lacking).toContain('fields that the page does not have any more: OLD.');
    expect(lacking).toMatch(/left fields empty that now have a text .*: PHOTO/);
  });

  test.each([
    ['text', 'Zoë', 3],
    ['text', '🙂🙂', 2],
    ['list', 'One\nThree', 5],
    ['image', 'https://www.acme.example/a.png\nA door', 6],
  ] as const)('of kind %s: the longest text of %j has %i characters', (kind, text, length) => {
    expect(longestIn(kind, text)).toBe(length);
  });
});
