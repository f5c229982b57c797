import type { PageLinkResolution } from '../../client/src/index.ts';
import { headTags } from '../src/head.ts';
import { type Answer, scriptTag, text, type Words, wordsOf } from '../src/index.ts';

// What must compile, and what must not. test/node/website/package.test.ts compiles it with the package, too.

declare const resolution: PageLinkResolution;
export const answer: Answer = resolution;

const fallback = {
  title: 'Acme',
  fields: { hero: 'Our own', target: '/demo', picture: { url: '/a.png', alt: '' }, proofs: ['One'] },
};
const words = await wordsOf('/pricing', { fallback, env: { FOOTFALL_URL: 'https://footfall.example' } });

const hero: string = words.fields.hero;
const url: string = words.fields.picture.url;
const first: string | undefined = words.fields.proofs[0];
export const page = [hero, url, first, text(words.title), headTags(words), scriptTag(words, { nonce: 'a' })];

// @ts-expect-error: there are no own words for it.
export const missing = words.fields.heroo;
// @ts-expect-error: a list is no text.
export const kind: string = words.fields.proofs;

// Without own words, a field may be of any kind, and may not be there.
const { fields }: Words = await wordsOf(new Request('https://www.acme.example/'));
export const any = typeof fields.hero === 'string' ? text(fields.hero) : '';
