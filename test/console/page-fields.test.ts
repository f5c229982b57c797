import type { PageField } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import {
  freeLabel,
  inputOf,
  labelFor,
  markupOf,
  nameFor,
  textsOf,
} from '../../console/src/screens/page-fields/data.ts';

test.each([
  ['Headline', 'headline'],
  ['Hero text', 'heroText'],
  ['Große Überschrift 2', 'grosseUberschrift2'],
  ['2 reasons', 'reasons'],
  ['<img src=x>', 'imgSrcX'],
  ['見出し', ''],
  ['x'.repeat(60), 'x'.repeat(50)],
])('a field named %j is offered the name %j in the code', (label, name) => {
  expect(nameFor(label)).toBe(name);
});

test.each([
  ['hero', 'Hero'],
  ['heroText', 'Hero text'],
  ['sub-headline_2', 'Sub headline 2'],
  ['ctaURL', 'Cta url'],
  ['a--', 'A'],
])('a field that is found as %j is offered the name %j', (name, label) => {
  expect(labelFor(name)).toBe(label);
});

test.each([
  ['Headline', ['Button'], 'Headline'],
  [' headline ', ['Headline'], 'headline 2'],
  ['Headline', ['Headline', 'headline 2'], 'Headline 3'],
  ['', ['Headline'], ''],
])('a field named %j beside %j is called %j', (label, others, free) => {
  expect(
    freeLabel(
      label,
      others.map((other) => ({ label: other })),
    ),
  ).toBe(free);
});

describe('the form of a field', () => {
  const of = (kind: PageField['kind'], usual: PageField['default']): PageField => ({
    name: 'one',
    label: 'One',
    kind,
    default: usual,
    maxLength: 60,
    help: 'Short.',
    removedAt: null,
  });

  test.each([
    of('text', 'A text'),
    of('long', 'Two\nlines'),
    of('link', 'mailto:a@test.example'),
    of('image', { url: 'https://test.example/a.png', alt: 'A door' }),
    of('list', ['One', 'Two']),
  ])('has all of a field of kind $kind', (field) => {
    const { removedAt: _, ...input } = field;
    expect(inputOf(textsOf(field))).toEqual(input);
  });

  test('without a default and a length leaves both to the service', () => {
    const texts = { ...textsOf(of('list', [])), default: ' \n', maxLength: '' };
    expect(inputOf(texts)).toEqual({
      name: 'one',
      label: 'One',
      kind: 'list',
      default: null,
      help: 'Short.',
    });
  });
});

test('the markup has an element that fits each kind', () => {
  const kinds = ['text', 'text', 'long', 'link', 'image', 'list'] as const;
  expect(kinds.map((kind, index) => markupOf({ name: 'one', kind }, index))).toEqual([
    '<h1 data-footfall="one"></h1>',
    '<span data-footfall="one"></span>',
    '<p data-footfall="one"></p>',
    '<a data-footfall="one"></a>',
    '<img data-footfall="one">',
    '<ul data-footfall="one"><li></li></ul>',
  ]);
});
