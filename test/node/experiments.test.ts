import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atLeast, isAbove } from '../../bench/experiments/bounds.ts';
import { visitorsFor } from '../../bench/experiments/fixed.ts';
import { alpha, falseAlarms, splitAlpha } from '../../bench/experiments/trials.ts';

const seeds = Array.from({ length: 100 }, (_, seed) => seed);
const root = path.resolve(import.meta.dirname, '../..');

test('200 short experiments of each kind keep what is promised', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/experiments.ts', '--short'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toContain('200 experiments of 2,000 visits for each line.');
});

test('the simulation finds an error that is there: visits of visitors who return are no units', () => {
  const crowd = { weights: [1, 1], rate: 0.3, visits: 5000, visitsOf: () => 4, meanVisits: 4 };
  const { decided, broken } = falseAlarms({ ...crowd, unit: 'visit', isFaithful: true }, seeds);
  expect(isAbove(decided, 100, alpha)).toBe(true);
  expect(isAbove(broken, 100, splitAlpha)).toBe(true);
  const units = falseAlarms({ ...crowd, unit: 'visitor', isFaithful: true }, seeds);
  expect(isAbove(units.decided, 100, alpha)).toBe(false);
  expect(units.broken).toBe(0);
});

test('its bounds and its classical number of visitors are those of tables', () => {
  expect(atLeast(1, 10, 0.1)).toBeCloseTo(1 - 0.9 ** 10, 12);
  // binom.sf(20, 10000, 0.001) of SciPy.
  expect(atLeast(21, 10_000, 0.001)).toBeCloseTo(0.00157894549603, 12);
  expect([21, 22].map((count) => isAbove(count, 10_000, 0.001))).toEqual([false, true]);
  expect(Math.round(visitorsFor([0.05, 0.075], [0.5, 0.5], 1))).toBe(2941);
});

test('the document shows a complete run, and its picture', () => {
  const page = path.join(root, 'docs/developers/experiments-statistics.md');
  const text = readFileSync(page, 'utf8');
  expect(text).toContain('10,000 experiments of 20,000 visits for each line.');
  expect(text).toContain('](experiments-statistics.svg)');
  expect(existsSync(page.replace('.md', '.svg'))).toBe(true);
});
