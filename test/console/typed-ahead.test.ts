import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitField, takeTyped, typeAhead } from '../../console/src/nav/actions.ts';

beforeEach(() => {
  vi.useFakeTimers();
  takeTyped();
});
afterEach(() => {
  vi.useRealTimers();
});

const press = (...keys: string[]) => keys.map((key) => typeAhead({ key, preventDefault: () => {} }));

test('what is typed while a field is on its way is kept for it, and is no key of the screen', () => {
  expect(press('w')).toEqual([false]);
  awaitField();
  expect(press('z', 'o', 'x', 'Backspace', 'ë', 'Shift', 'Enter', ' ', '日')).toEqual(Array(9).fill(true));
  expect(takeTyped()).toBe('zoë 日');
  expect(press('w')).toEqual([false]);
  expect(takeTyped()).toBe('');
});

test('a field that does not come is awaited for five seconds, or until Escape', () => {
  awaitField();
  expect(press('a', 'Escape', 'b')).toEqual([true, false, false]);
  awaitField();
  vi.advanceTimersByTime(5_001);
  expect(press('w')).toEqual([false]);
});
