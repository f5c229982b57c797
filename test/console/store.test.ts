import { useLayoutEffect } from 'preact/hooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStore, useStore } from '../../console/src/lib/store.ts';
import { mount } from './hook.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

test('a value that changes between the first drawing and its effects is drawn', async () => {
  const store = createStore('before');
  const hook = await mount(() => {
    useLayoutEffect(() => store.set('after'), []);
    return useStore(store);
  }, undefined);
  expect(hook.now).toBe('after');
});
