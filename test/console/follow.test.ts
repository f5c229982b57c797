import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pulseOf, useFollowers } from '../../console/src/analytics/follow.ts';
import { rangeOf } from '../../console/src/analytics/range.ts';
import { forgetAll, useQuery } from '../../console/src/data/query.ts';
import { mount } from './hook.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  forgetAll();
  vi.useRealTimers();
});

/** A screen whose chart follows its figures, with the answers that a test gives. */
const screen = async (question: string) => {
  const asked: string[] = [];
  const answers = { figures: 1, chart: 1 };
  const mounted = await mount((range: string) => {
    const ask = (name: keyof typeof answers) => async () => {
      asked.push(name);
      return { visits: answers[name], range };
    };
    const figures = useQuery(['figures', range], ask('figures'), { every: 30_000 });
    useFollowers(figures, ['chart'], range);
    return [figures, useQuery(['chart', range], ask('chart'))].map(({ data }) => data?.visits);
  }, question);
  return { mounted, asked, answers };
};

test('figures are asked for again, and what follows them only when they have changed', async () => {
  const { mounted, asked, answers } = await screen('7d');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toEqual(['figures', 'chart', ...Array(4).fill('figures')]);
  Object.assign(answers, { figures: 2, chart: 2 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.slice(6)).toEqual(['figures', 'chart']);
  expect(mounted.now).toEqual([2, 2]);
});

test('the answer to another question is not a change of this one', async () => {
  const { mounted, asked, answers } = await screen('7d');
  answers.figures = 5;
  await mounted.change('30d');
  expect(asked).toEqual(['figures', 'chart', 'figures', 'chart']);
  expect(mounted.now).toEqual([5, 1]);
});

test('a range that is over is not asked for again', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(pulseOf(rangeOf({ from: '2026-10-01', to: '2026-10-31' }, now))).toEqual({});
  for (const range of ['today', '7d', '12m'])
    expect(pulseOf(rangeOf({ range }, now))).toEqual({ every: 30_000 });
});
