import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { go, here } from '../../console/src/nav/router.ts';

// The browser says a moment later that the address has changed: here it never does.

const replaceState = vi.fn();
vi.stubGlobal('history', { replaceState });

afterEach(() => {
  replaceState.mockClear();
  go('#/');
});
afterAll(() => vi.unstubAllGlobals());

test('a second change of the address knows the first', () => {
  go(here({ compare: 'off' }));
  go(here({ metric: 'forms' }));
  expect(location.hash).toBe('#/?compare=off&metric=forms');
});

test('an address that the reader has left is not replaced', () => {
  go('#/persons');
  const address = here({ q: 'ada' });
  // A link was followed.
  location.hash = '#/topics';
  go(address, { replace: true });
  expect(replaceState).not.toHaveBeenCalled();
  location.hash = '#/persons';
  go(address, { replace: true });
  expect(replaceState).toHaveBeenCalledWith(null, '', '#/persons?q=ada');
});
