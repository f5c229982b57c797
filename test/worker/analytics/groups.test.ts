import { Groups } from '../../../src/analytics/groups.ts';
import { measureCount } from '../../../src/vocabulary/measures.ts';

test('an answer of 117,000 long texts is refused with too_many_values, because a Worker has 128 MB', () => {
  const groups = new Groups(1);
  const text = 'x'.repeat(200);
  const add = (from: number, to: number) => {
    for (let n = from; n < to; n++) groups.find(text + n);
  };
  add(0, 100_000);
  // Those that are known are found again.
  add(0, 1000);
  expect(() => add(100_000, 150_000)).toThrow(expect.objectContaining({ code: 'too_many_values' }));
});

test('the numbers of more than some 180,000 page links are refused with too_many_values', () => {
  const links = new Groups(measureCount);
  const add = (from: number, to: number) => {
    for (let n = from; n < to; n++) links.find(`page_link_${String(n).padStart(26, '0')}`);
  };
  add(0, 181_000);
  expect(() => add(181_000, 182_000)).toThrow(expect.objectContaining({ code: 'too_many_values' }));
});

test('a series of more than 2,000,000 steps of pages is refused with too_many_values', () => {
  const pages = new Groups(1000);
  for (let n = 0; n < 2000; n++) pages.find(`page_${n}`);
  expect(() => pages.find('page_2000')).toThrow(expect.objectContaining({ code: 'too_many_values' }));
});
