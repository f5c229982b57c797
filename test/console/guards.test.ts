import { afterEach, expect, test, vi } from 'vitest';
import { guardLeaving, leaveAnyway, mayGo } from '../../console/src/nav/guards.ts';

const another = { screen: true, record: true };
const onlyRecord = { screen: false, record: true };

let ends: (() => void)[] = [];
/** Words that are not saved, of a screen or of the record at its side. */
function unsaved(isOfRecord = false) {
  const ask = vi.fn(() => false);
  const end = guardLeaving(ask, isOfRecord);
  ends.push(end);
  return { ask, end };
}

afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

test('without unsaved words everything may be left', () => {
  expect(mayGo(another, () => {})).toBe(true);
  expect(mayGo(onlyRecord, () => {})).toBe(true);
});

test('unsaved words ask, and the address is gone to when the reader leaves anyway', () => {
  const { ask } = unsaved();
  const go = vi.fn();
  expect(mayGo(another, go)).toBe(false);
  expect(ask).toHaveBeenCalledOnce();
  expect(go).not.toHaveBeenCalled();
  leaveAnyway();
  expect(go).toHaveBeenCalledOnce();
  // It has been answered: going there is not asked about again.
  expect(mayGo(another, go)).toBe(true);
});

test('words of a screen do not ask when only the record at its side is left', () => {
  const { ask } = unsaved();
  expect(mayGo(onlyRecord, () => {})).toBe(true);
  expect(mayGo({ screen: false, record: false }, () => {})).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});

test('words of a record ask when another record or another screen is shown', () => {
  const { ask } = unsaved(true);
  expect(mayGo(onlyRecord, () => {})).toBe(false);
  expect(mayGo(another, () => {})).toBe(false);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('of several only the last asks, and one answer is for all that is left', () => {
  const [screen, first, second] = [unsaved(), unsaved(true), unsaved(true)];
  expect(mayGo(onlyRecord, () => {})).toBe(false);
  expect([screen, first, second].map(({ ask }) => ask.mock.calls.length)).toEqual([0, 0, 1]);
  leaveAnyway();
  expect(mayGo(onlyRecord, () => {})).toBe(true);
  // The words of the screen were not left with the record.
  expect(mayGo(another, () => {})).toBe(false);
  expect(screen.ask).toHaveBeenCalledOnce();
});

test('words that were saved do not ask, and those beside them still do', () => {
  const [saved, other] = [unsaved(), unsaved()];
  other.end();
  expect(mayGo(another, () => {})).toBe(false);
  expect([saved.ask.mock.calls.length, other.ask.mock.calls.length]).toEqual([1, 0]);
  saved.end();
  expect(mayGo(another, () => {})).toBe(true);
});

test('one who stays is asked again, and the last address counts', () => {
  unsaved();
  const [first, second] = [vi.fn(), vi.fn()];
  mayGo(another, first);
  mayGo(another, second);
  leaveAnyway();
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
