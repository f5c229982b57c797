import type { Audience, AudienceVersion, Metadata, Page } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { wordChanges } from '../../console/src/kit/word-diff.tsx';
import { changeInWords, contextInWords } from '../../console/src/screens/audience/use-versions.ts';
import {
  changesBetween,
  differing,
  inheritedOf,
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

const pageOf = (metadata: Partial<Metadata> = {}, title = 'Home') =>
  ({ title, url: 'https://www.acme.example/', metadata: { ...emptyMetadata, ...metadata } }) as Page;

interface Written {
  customName?: string | null;
  supplementaryContext?: string | null;
  actionUrlOverride?: string | null;
  metadataOverride?: Partial<Metadata>;
}

const audienceOf = ({ metadataOverride, ...rest }: Written = {}) =>
  ({
    customName: null,
    actionUrlOverride: null,
    actionFormIdOverride: null,
    actionFormInstructionsOverride: null,
    supplementaryContext: null,
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
      shown({ metadataOverride: before }),
      shown({ metadataOverride: { ...before, title: 'Two' } }),
    );
    expect(fields.map(({ field, repeatedBy }) => [field.id, repeatedBy.length])).toEqual([['title', 0]]);
  });

  test('is said in a line, in which many fields are counted', () => {
    expect(changeInWords(shown(one), shown({ ...one, metadataOverride: { title: 'Two' } }))).toBe('Title');
    expect(changeInWords(shown(one), shown(one))).toBe('same content');
    const much = {
      supplementaryContext: 'Same but more',
      actionUrlOverride: 'https://test.example/',
      actionFormIdOverride: 'book',
      metadataOverride: { title: 'One', author: 'Ann' },
    };
    expect(changeInWords(shown(one), shown(much))).toBe('Button leads to, context +2 words, Form and 1 more');
  });

  test('counts the words of a context', () => {
    const said = (before: string, after: string) =>
      changeInWords(shown({ supplementaryContext: before }), shown({ supplementaryContext: after }));
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
    expect(updateOf(before, after)).toEqual({
      supplementaryContext: null,
      metadataOverride: { title: 'Two', author: null },
    });
    expect(updateOf(before, { ...before, title: 'One ' })).toEqual({});
  });

  test('has a line for each item of a list', () => {
    const before = written({ metadataOverride: { keywords: ['one', 'two'] } });
    expect(before.keywords).toBe('one\ntwo');
    expect(readable('keywords', before.keywords)).toBe('one, two');
    expect(updateOf(before, { ...before, keywords: ' one \n\n three' })).toEqual({
      metadataOverride: { keywords: ['one', 'three'] },
    });
  });

  test('differs by fields, not by spaces around them', () => {
    const before = written({ metadataOverride: { title: 'One' } });
    expect(differing(before, { ...before, title: 'One ' })).toEqual([]);
    expect(differing(before, { ...before, title: 'Two', author: 'Ann' }).map(({ id }) => id)).toEqual([
      'title',
      'author',
    ]);
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
