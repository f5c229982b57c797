import { expect, test } from 'vitest';
import { type Found, stepsOf } from '../../console/src/screens/start/first-steps.ts';

const nothing: Found = {
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
