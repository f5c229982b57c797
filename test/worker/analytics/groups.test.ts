import { Groups } from '../../../src/analytics/groups.ts';

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
