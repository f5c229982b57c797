import type { Campaign, CampaignJob } from '@footfall/client';
import { expect, test } from 'vitest';
import { canRollBack } from '../../../console/src/screens/campaigns/data.ts';

type Case = Partial<CampaignJob> & { archivedAt?: string };
const done: Case = { kind: 'publish', state: 'done', total: 5, done: 5, changed: 0, refused: 0 };

test.each<[what: string, job: Case | null, can: boolean]>([
  ['nothing was published again', null, false],
  ['all said the same before, as with words that never changed', done, false],
  ['all others were refused', { ...done, refused: 2 }, false],
  ['some were changed', { ...done, changed: 2 }, true],
  ['stopped before the first page', { ...done, state: 'stopped', done: 0 }, true],
  ['stopped, and what was done said the same', { ...done, state: 'stopped', done: 3 }, false],
  ['stopped in between', { ...done, state: 'stopped', done: 3, changed: 1 }, true],
  ['still running', { ...done, state: 'running', changed: 2 }, false],
  ['archived', { ...done, changed: 2, archivedAt: '2026-11-21T09:30:00.000Z' }, false],
  ['archiving', { ...done, kind: 'archive', changed: 5 }, false],
])('%s', (_, job, can) =>
  expect(canRollBack({ job, archivedAt: job?.archivedAt ?? null } as Campaign)).toBe(can),
);
