import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assume, begin, end, session, useMay, useScope } from '../../console/src/data/session.ts';
import { mount, settle } from './hook.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('what a key may do is not known, then it may or may not: until then its button has its room', async () => {
  assume('key');
  const screen = await mount(
    () => [useMay('write'), useMay('read', 'write'), useMay('read'), useScope('write')],
    undefined,
  );
  expect(screen.now).toEqual([undefined, undefined, true, false]);
  const said = { ...session.get(), apiKeyId: 'api_key_1' } as Parameters<typeof begin>[0];
  begin(said);
  await settle();
  expect(screen.now).toEqual([false, false, true, false]);
  begin({ ...said, scopes: ['read', 'write'] });
  await settle();
  expect(screen.now).toEqual([true, true, true, true]);
  end();
  await settle();
  expect(screen.now).toEqual([false, false, false, false]);
});
