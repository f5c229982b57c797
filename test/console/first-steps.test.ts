import { expect, test } from 'vitest';
import { type Found, foundIn, stepsOf } from '../../console/src/screens/start/first-steps.ts';

const nothing: Found = {
  isEmpty: true,
  pageId: undefined,
  personId: undefined,
  hasVisit: false,
  isPublished: false,
  hasLink: false,
};
const done = (found: Partial<Found>) => stepsOf({ ...nothing, ...found }).map(({ isDone }) => isDone);
const linked = (found: Partial<Found>) =>
  stepsOf({ ...nothing, ...found }).map(({ href }) => href !== undefined);

test('each step is ticked by what exists, in any order', () => {
  expect(done({})).toEqual([false, false, false, false, false]);
  expect(done({ pageId: 'page_1' })).toEqual([true, false, false, false, false]);
  expect(done({ hasVisit: true, personId: 'person_1' })).toEqual([false, true, true, false, false]);
  expect(done({ isPublished: true, hasLink: true })).toEqual([false, false, false, true, true]);
});

test('a step leads to its screen once what it needs is there', () => {
  expect(linked({})).toEqual([true, false, true, false, false]);
  expect(linked({ pageId: 'page_1' })).toEqual([true, true, true, false, true]);
  expect(linked({ personId: 'person_1' })).toEqual([true, false, true, false, false]);
  expect(stepsOf({ ...nothing, pageId: 'page_1', personId: 'person_1' })[3]?.href).toBe(
    '#/persons?list=all&open=person_1&new=page-for',
  );
});

test('sample data ticks no step, and is loaded only where there is nothing at all', () => {
  const none = { pages: [], visits: [], persons: [], accounts: [], links: [], isPublished: false };
  expect(foundIn(none)).toEqual(nothing);
  for (const something of [
    { pages: [{ pageId: 'page_1' }] },
    { visits: [{ pageId: 'page_1' }] },
    { persons: [{ personId: 'person_1' }] },
    { accounts: [{}] },
  ])
    expect(foundIn({ ...none, ...something }).isEmpty).toBe(false);
  const pageId = 'page_01m3vsw8gfe00samp1e0000001';
  const personId = 'person_01m3vsw8gfe00samp1e0000001';
  const sample = {
    ...none,
    pages: [{ pageId }],
    visits: [{ pageId }],
    persons: [{ personId }],
    links: [{ target: { pageId } }],
  };
  expect(foundIn(sample)).toEqual({ ...nothing, isEmpty: false });
  expect(foundIn({ ...sample, pages: [{ pageId: 'page_own' }, { pageId }] }).pageId).toBe('page_own');
});
