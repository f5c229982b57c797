import { expect, test } from 'vitest';
import { errorAt } from '../../console/src/lib/problem.ts';

test.each([
  ['email', 'Not an address.'],
  ['keywords', 'Too long.'],
  ['keywords.1', 'Too long.'],
  ['key', undefined],
  ['name', undefined],
])('the violation at %s or below it: %s', (path, message) => {
  const errors = new Map([
    ['email', 'Not an address.'],
    ['keywords.1', 'Too long.'],
    ['keywords.3', 'Empty.'],
  ]);
  expect(errorAt(errors, path)).toBe(message);
});
