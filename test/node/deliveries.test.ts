import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seed as turns } from '../turns.ts';
import { root } from './processes.ts';

/** For each of 20 webhooks. */
const events = turns === 'all' ? 500 : 40;

test('receivers that are well get each event once, soon and in order, while ten others are slow or fail', async () => {
  const args = ['bench/measure-webhooks.ts', '--events', String(events)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stderr).not.toContain('WRONG');
  expect(stdout).toContain(`${20 * events} in all`);
});
