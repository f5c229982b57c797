import type { Page } from '@footfall/client';
import { expect, test } from 'vitest';
import {
  filledFor,
  problemIn,
  textsOf,
  usedColumns,
  wordsOf,
} from '../../../console/src/screens/campaigns/words.ts';

const field = (name: string, kind: string) => ({
  name,
  label: name,
  kind,
  maxLength: 100,
  help: '',
  default: null,
  removedAt: null,
});
const page = {
  url: 'https://north.example/offer',
  fields: [field('hero', 'text'), field('proofs', 'list'), field('logo', 'image')],
} as unknown as Page;

const texts = {
  'fields.hero': 'Hello {{firstName|there}}',
  'fields.proofs': 'One for {{companyName}}\n\nTwo',
  'fields.logo': 'https://x.example/{{companyName}}.png\nThe logo of {{companyName}}',
  title: ' For {{companyName}} ',
  keywords: 'a\nb',
  actionUrl: '/demo?for={{companyName}}',
  supplementaryContext: '{{topic}}',
  description: ' ',
};

test('texts are words of the API, without those that are empty', () => {
  const words = wordsOf(page, texts);
  expect(words).toEqual({
    fieldOverrides: {
      hero: 'Hello {{firstName|there}}',
      proofs: ['One for {{companyName}}', 'Two'],
      logo: { url: 'https://x.example/{{companyName}}.png', alt: 'The logo of {{companyName}}' },
    },
    metadataOverride: { title: 'For {{companyName}}', keywords: ['a', 'b'] },
    actionUrlOverride: 'https://north.example/demo?for={{companyName}}',
    supplementaryContext: '{{topic}}',
  });
  // They are the same again when they are changed.
  expect(wordsOf(page, textsOf(page, words as never))).toEqual(words);
});

test('somebody gets the texts with their values, and what they lack is named', () => {
  const filled = filledFor(page, texts, '/for/{{companyName}}', { companyName: 'Okafor & Söhne' });
  expect(filled.path).toBe('/for/okafor-sohne');
  expect(filled.missing).toEqual(['topic']);
  expect(Object.fromEntries(filled.words.map(({ id, text }) => [id, text]))).toMatchObject({
    'fields.hero': 'Hello there',
    'fields.logo': 'https://x.example/Okafor%20%26%20S%C3%B6hne.png · The logo of Okafor & Söhne',
    title: ' For Okafor & Söhne ',
    actionUrl: 'https://north.example/demo?for=Okafor%20%26%20S%C3%B6hne',
  });
});

test('columns that texts and path use are named once', () => {
  expect(usedColumns(texts, '/{{name}}')).toEqual(['firstName', 'companyName', 'topic', 'name']);
});

test.each([
  ['Hello {{name}}', undefined],
  ['Hello {{nome|you}}', undefined],
  ['Hello {{nome}}', 'The list has no column “nome”.'],
  ['Hello {{name', expect.stringContaining('two pairs of braces')],
])('%s', (text, problem) => expect(problemIn(text, ['name'])).toEqual(problem));
