import { expect, test } from 'vitest';
import { visitsInWords } from '../../console/src/analytics/step-words.ts';

const steps = ['2026-03-01', '2026-03-02', '2026-03-03'].map((date) => ({
  start: `${date}T00:00:00.000Z`,
  end: `${date}T23:59:59.000Z`,
}));
const words = (values: number[], interval: 'hour' | 'day' | 'week' | 'month' = 'day', zone = 'UTC') =>
  visitsInWords(values, steps, { interval, zone });

test('a line of visits says how many they are, and when most were', () => {
  expect(words([3, 5, 4])).toBe('12 visits; most on 2 Mar: 5');
  expect(words([4, 2, 4])).toBe('10 visits; most on 3 Mar and 1 other day: 4');
  expect(words([1, 1, 1])).toBe('3 visits; most on 3 Mar and 2 other days: 1');
  expect(words([0, 1, 0])).toBe('1 visit, on 2 Mar');
  expect(words([0, 0, 7])).toBe('7 visits, on 3 Mar');
  expect(words([0, 0, 0])).toBe('0 visits');
});

test('it names steps in the zone of the range', () => {
  expect(words([2, 1, 0], 'hour', 'Asia/Kathmandu')).toBe('3 visits; most at 05:45 on 1 Mar: 2');
  expect(words([2, 1, 0], 'day', 'America/St_Johns')).toBe('3 visits; most on 28 Feb: 2');
  expect(words([2, 1, 0], 'week')).toBe('3 visits; most in the week of 1 Mar 2026: 2');
  expect(words([2, 1, 0], 'month')).toBe('3 visits; most in Mar 2026: 2');
});
