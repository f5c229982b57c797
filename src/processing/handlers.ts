import { isRetention, retentionStart } from '../audience-sessions/lifetime.ts';
import { workspacesOf } from '../db/client.ts';
import type { Bindings } from '../env.ts';
import { report } from '../lib/report.ts';
import { formLimitOf } from '../visits/form-policy.ts';
import { closeSessions } from './close-sessions.ts';
import { giveUpOrRetry, publishOrRetry } from './consume-jobs.ts';
import { consumeVisits } from './consume-visits.ts';
import { openWorkspace } from './delivery.ts';
import { forgetErasures, forgetForms } from './forget.ts';
import { removeSessions } from './remove-sessions.ts';
import { sweep } from './sweep.ts';

/** Consumes the queues, which are told apart by the ends of their names. */
export async function queue(batch: MessageBatch<unknown>, env: Bindings): Promise<void> {
  // Visits have no other source that tells them again: their dead letters are tried on.
  if (/-visits(?:-dead)?$/.test(batch.queue)) return consumeVisits(batch.messages, env);
  const task = batch.queue.endsWith('-dead') ? giveUpOrRetry : publishOrRetry;
  for (const message of batch.messages) await task(message, env);
}

/** Every minute, for each workspace; the failure of a task leaves the others as they are. */
export async function scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
  const now = Date.now();
  const days = env.SESSION_RETENTION_DAYS;
  if (days && !isRetention(days))
    report(
      'remove sessions',
      new Error(
        'SESSION_RETENTION_DAYS must be a whole number from 2 to 99999, or empty: nothing is removed.',
      ),
      { days },
    );
  const tasks = {
    sweep: (workspace: string) => sweep(openWorkspace(env, workspace), workspace, env.JOBS),
    'close sessions': (workspace: string) => closeSessions(openWorkspace(env, workspace), now),
    'remove sessions': (workspace: string) =>
      removeSessions(openWorkspace(env, workspace), retentionStart(days, now)),
    'forget forms': (workspace: string) =>
      forgetForms(openWorkspace(env, workspace), now - formLimitOf(env).windowMs),
    'forget erasures': (workspace: string) => forgetErasures(openWorkspace(env, workspace), now),
  };
  for (const workspace of workspacesOf(env)) {
    for (const [what, task] of Object.entries(tasks)) {
      try {
        await task(workspace);
      } catch (error) {
        report(what, error, { workspace });
      }
    }
  }
}
