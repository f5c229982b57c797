import { eq } from 'drizzle-orm';
import { experiments } from '../../../content/tables/experiments.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { testRuns } from './arms.ts';

/** What identifies a test and a write of it. */
export interface StatusParams {
  key: Param<string>;
  write: WriteParams;
}
/** Selects what a test is, for a refusal. */
export const selectStatus = statement(({ key }: { key: Param<string> }) =>
  build
    .select(columnsOf(experiments, ['experimentId', 'status', 'endsAt']))
    .from(experiments)
    .where(eq(experiments.experimentId, key)),
);

/** What a test was when a write of it was not possible. */
interface Refused {
  experimentId: string;
  status: string;
}
/** Throws that the status of a test does not allow an action. */
export const refuseStatus = ({ experimentId, status }: Refused, action: string): never => {
  throw new FootfallError('invalid_transition', `A test that is ${status} does not allow ${action}.`, {
    field: 'status',
    conflictingId: experimentId,
    currentStatus: status,
  });
};
/** Throws that a test has started. */
export const refuseWhileRunning = (row: Refused, action: string): void => {
  if (row.status === 'running') throw testRuns(row.experimentId);
  if (row.status !== 'draft') refuseStatus(row, action);
};
