import type { Bindings } from '../bindings.ts';
import { forgetLeftOut } from '../left-out/worker/forget.ts';
import { report } from '../lib/report.ts';
import { forgetErasures } from '../persons/worker/forget-erasures.ts';
import { isRetention, retentionStart } from '../sessions/lifetime.ts';
import { removeSessions } from '../sessions/worker/remove.ts';
import { rollUpSessions } from '../sessions/worker/roll-up.ts';
import { resend } from '../versions/worker/resend.ts';
import { formLimitOf } from '../visits/form-policy.ts';
import { forgetForms } from '../visits/worker/forget-forms.ts';
import { workspacesOf } from '../workspaces.ts';
import { openWorkspace } from './delivery.ts';

/** Runs every minute, for each workspace. If a task fails, the others still run. */
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
    sweep: (workspace: string) => resend(openWorkspace(env, workspace), workspace, env.JOBS),
    'remove sessions': (workspace: string) =>
      removeSessions(openWorkspace(env, workspace), retentionStart(days, now), now),
    'forget forms': (workspace: string) =>
      forgetForms(openWorkspace(env, workspace), now - formLimitOf(env).windowMs),
    'forget visits that were left out': (workspace: string) =>
      forgetLeftOut(openWorkspace(env, workspace), now),
    'forget erasures': (workspace: string) => forgetErasures(openWorkspace(env, workspace), now),
    // Last, because after a large import it takes what an invocation may ask of D1.
    'roll up sessions': (workspace: string) => rollUpSessions(openWorkspace(env, workspace), now),
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
