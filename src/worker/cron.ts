import { lookAfterAlerts } from '../alerts/worker/fire.ts';
import { isRetention, retentionStart } from '../analytics/retention.ts';
import { newBudget } from '../analytics/worker/budget.ts';
import { clearErasedAudiences } from '../analytics/worker/clear.ts';
import { removeSessions } from '../analytics/worker/remove.ts';
import { sealSessions } from '../analytics/worker/seal.ts';
import { isRecipientRetention, recipientsKeptFrom } from '../audiences/recipients.ts';
import type { Bindings } from '../bindings.ts';
import type { Database } from '../db/client.ts';
import { isOutage, Outages } from '../db/outage.ts';
import { openWorkspace } from '../db/workspace.ts';
import { forgetEvents } from '../events/worker/forget.ts';
import { forgetLeftOut } from '../left-out/worker/forget.ts';
import { minuteMs } from '../lib/durations.ts';
import { report } from '../lib/report.ts';
import { forgetErasures } from '../persons/worker/forget-erasures.ts';
import { forgetRecipients } from '../sessions/worker/forget-recipients.ts';
import { resend } from '../versions/worker/resend.ts';
import { formLimitOf } from '../visits/form-policy.ts';
import { forgetForms } from '../visits/worker/forget-forms.ts';
import { deliverDue } from '../webhooks/worker/consume.ts';
import { workspacesOf } from '../workspaces.ts';

/** Reports a setting that is no number of days. `rule`: which it may be, and what happens now. */
const reportDays = (what: string, days: string, setting: string, rule: string): void =>
  report(what, new Error(`${setting} must be a whole number ${rule}`), { days });

/** How long a run may wait in vain for databases, in milliseconds, so that it ends before the next begins. */
const longestLost = 40_000;

/**
 * Runs every minute, each task for each workspace. If one fails, the others still run, unless the database of a
 * workspace, or too many databases, do not answer: then the next minute goes on.
 */
export async function scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
  const now = Date.now();
  const { SESSION_RETENTION_DAYS: days, RECIPIENT_RETENTION_DAYS: recipientDays } = env;
  if (days && !isRetention(days))
    reportDays(
      'remove sessions',
      days,
      'SESSION_RETENTION_DAYS',
      'from 2 to 99999, or empty: nothing is removed.',
    );
  if (recipientDays && !isRecipientRetention(recipientDays))
    reportDays(
      'forget recipients',
      recipientDays,
      'RECIPIENT_RETENTION_DAYS',
      'from 0 to 99999, or empty: nobody is forgotten.',
    );
  // Each minute another workspace is the first, so that a large import of one does not keep the others waiting.
  const all = workspacesOf(env);
  const first = Math.floor(now / minuteMs) % all.length;
  const workspaces = [...all.slice(first), ...all.slice(0, first)];
  const budget = newBudget();
  // An erasure does not wait for floods of visits. Each look that finds nothing counts.
  const forClearing = newBudget(8 + all.length);
  // A round has some seven statements, fewer than a write of sealing, and what it has sent must be kept.
  const forDelivering = newBudget(30);
  // Who came is kept as long as both the session and its recipient.
  const cameKeptFrom = Math.max(recipientsKeptFrom(env, now), retentionStart(days, now));
  const tasks = {
    'resend versions': (db: Database, workspace: string) => resend(db, workspace, env.JOBS),
    'forget forms': (db: Database) => forgetForms(db, now - formLimitOf(env).windowMs),
    'forget visits that were left out': (db: Database) => forgetLeftOut(db, now),
    'forget erasures': (db: Database) => forgetErasures(db, now),
    'forget events': (db: Database) => forgetEvents(db, now, cameKeptFrom),
    'forget recipients': (db: Database) => forgetRecipients(db, recipientsKeptFrom(env, now)),
    'fire alerts': (db: Database) => lookAfterAlerts(db, now, cameKeptFrom),
    'clear erased audiences': (db: Database) => clearErasedAudiences(db, now, { budget: forClearing }),
    // Late, because they may take what an invocation may ask of D1. Sealing goes first: while sessions wait, answers of
    // the analytics become slower.
    'seal sessions': (db: Database) => sealSessions(db, now, { budget }),
    'remove sessions': (db: Database) => removeSessions(db, retentionStart(days, now), now, { budget }),
    // Last, because receivers may be slow, when there is no queue. It sends what alerts have fired.
    'deliver to webhooks': (_db: Database, workspace: string) =>
      deliverDue(env, workspace, now, forDelivering),
  };
  const outages = new Outages();
  let lostMs = 0;
  for (const [what, task] of Object.entries(tasks)) {
    for (const workspace of workspaces) {
      if (outages.areOf(workspace) || lostMs >= longestLost) continue;
      const startedAt = Date.now();
      try {
        await task(openWorkspace(env, workspace), workspace);
        outages.note(workspace);
      } catch (error) {
        report(what, error, { workspace });
        outages.note(workspace, error);
        if (isOutage(error)) lostMs += Math.max(0, Date.now() - startedAt);
      }
    }
  }
}
