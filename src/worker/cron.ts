import { isRetention, retentionStart } from '../analytics/retention.ts';
import { newBudget } from '../analytics/worker/budget.ts';
import { clearErasedAudiences } from '../analytics/worker/clear.ts';
import { numberVisitors } from '../analytics/worker/number.ts';
import { removeSessions } from '../analytics/worker/remove.ts';
import { sealSessions } from '../analytics/worker/seal.ts';
import { endExports, longestRest } from '../backup/store/end.ts';
import { batchesOn } from '../backup/store/internal.ts';
import type { Bindings } from '../config/bindings.ts';
import { workspacesOf } from '../config/workspaces.ts';
import { isRecipientRetention, recipientsKeptFrom } from '../content/audiences/store/recipient.ts';
import { resend } from '../content/versions/worker/resend.ts';
import { type Database, deadlines, openWorkspace, writeNotes } from '../db/client.ts';
import { type CronNote, noteCron, type TaskRun } from '../db/cron-note.ts';
import { whatOf } from '../db/notes.ts';
import { isOutage, Outages } from '../db/outage.ts';
import { minuteMs } from '../lib/durations.ts';
import { report } from '../lib/report.ts';
import { lookAfterAlerts } from '../outbound/alerts/worker/fire.ts';
import { fireStalls } from '../outbound/alerts/worker/fire-stalls.ts';
import { forgetEvents } from '../outbound/events/worker/forget.ts';
import { deliverDue } from '../outbound/webhooks/worker/consume.ts';
import { forgetLogs } from '../people/logs/worker/forget.ts';
import { erasuresKeptFrom, forgetErasures } from '../people/persons/worker/forget-erasures.ts';
import { formLimitOf } from '../visits/beacons/store/form-limit.ts';
import { forgetForms } from '../visits/beacons/worker/forget-forms.ts';
import { resendJobs } from '../visits/campaigns/worker/resend.ts';
import { endTests } from '../visits/experiments/worker/end.ts';
import { deliveriesKeptFrom, forgetDeliveries } from '../visits/kept/worker/forget.ts';
import { forgetLeftOut, leftOutKeptFrom } from '../visits/left-out/worker/forget.ts';
import { forgetRecipients } from '../visits/sessions/worker/forget-recipients.ts';
import { lookForWork, type Times, type Work } from './look.ts';

/** Reports a setting that is no number of days. `rule`: which it may be, and what happens now. */
const reportDays = (what: string, days: string, setting: string, rule: string): void =>
  report(what, new Error(`${setting} must be a whole number ${rule}`), { days });

/** What a run does first. */
const looks = 'look for work';

/** How long a run waits in vain for databases at most; then it goes on only where D1 has answered. */
const longestLost = 40_000;

type TaskKey = Exclude<keyof Work, 'note' | 'restoring'>;

/** A task of the cron. It runs for the workspaces whose look says so, and after the tasks that may make work for it. */
interface Task {
  /** Its name in the log, and in what is noted for operators. */
  what: string;
  run: (db: Database, workspace: string) => Promise<unknown>;
  after?: TaskKey[];
}

/** How tasks of each workspace did since the last note of this isolate. */
const unnoted = new Map<string, CronNote['tasks']>();

/** Writes how tasks did. What cannot be written now is with the next note. */
async function writeRuns(env: Bindings, workspace: string, now: number): Promise<void> {
  const tasks = unnoted.get(workspace) ?? {};
  try {
    await noteCron(openWorkspace(env, workspace), { tasks }, now);
    unnoted.delete(workspace);
  } catch (error) {
    report('note the cron', error, { workspace });
  }
}

/** What is noted of a run of a task. */
function runOf(startedAt: number, error?: unknown): TaskRun {
  const at = Date.now();
  const failure = error === undefined ? {} : { failedAt: at, failedWith: whatOf(error) };
  return { at, ms: Math.max(0, at - startedAt), isFailing: error !== undefined, ...failure };
}

/**
 * Runs every minute, each task for each workspace where it has something to do. If one fails, the others still run, unless
 * the database does not answer: then the next minute goes on.
 */
export async function scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
  const now = Date.now();
  const {
    SESSION_RETENTION_DAYS: days,
    RECIPIENT_RETENTION_DAYS: recipientDays,
    LOG_RETENTION_DAYS: logDays,
  } = env;
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
  if (logDays && !isRetention(logDays))
    reportDays(
      'remove logs',
      logDays,
      'LOG_RETENTION_DAYS',
      'from 2 to 99999, or empty: nothing is removed.',
    );
  // Each minute another workspace is the first, so that a large import of one does not keep the others waiting.
  const all = workspacesOf(env);
  const first = Math.floor(now / minuteMs) % all.length;
  const workspaces = [...all.slice(first), ...all.slice(0, first)];
  const budget = newBudget();
  // An erasure does not wait for floods of visits. Each look that finds nothing counts.
  const forClearing = newBudget(8 + all.length);
  // More blocks than sealing writes, if that has used up the other budget.
  const forNumbering = newBudget(4 + all.length);
  // A round has some seven statements, fewer than a write of sealing, and what it has sent must be kept.
  const forDelivering = newBudget(30);
  const times: Times = {
    now,
    formsFrom: now - formLimitOf(env).windowMs,
    recipientsFrom: recipientsKeptFrom(env, now),
    sessionsFrom: retentionStart(days, now),
    logsFrom: retentionStart(logDays, now),
    // Who came is kept as long as both the session and its recipient.
    cameFrom: Math.max(recipientsKeptFrom(env, now), retentionStart(days, now)),
  };
  const tasks: Record<TaskKey, Task> = {
    versions: { what: 'resend versions', run: (db, workspace) => resend(db, workspace, env.JOBS) },
    campaigns: {
      what: 'go on with campaigns',
      run: (db, workspace) => resendJobs(db, workspace, env.JOBS, now),
    },
    exports: {
      what: 'end exports',
      run: async (db) => void (await endExports(batchesOn(db), now - longestRest)),
    },
    forms: { what: 'forget forms', run: (db) => forgetForms(db, times.formsFrom) },
    leftOut: {
      what: 'forget visits that were left out',
      run: (db) => forgetLeftOut(db, leftOutKeptFrom(now)),
    },
    kept: {
      what: 'forget kept deliveries',
      run: (db) => forgetDeliveries(db, deliveriesKeptFrom(now)),
    },
    erasures: { what: 'forget erasures', run: (db) => forgetErasures(db, erasuresKeptFrom(now)) },
    events: { what: 'forget events', run: (db) => forgetEvents(db, now, times.cameFrom) },
    logs: { what: 'remove logs', run: (db) => forgetLogs(db, times.logsFrom) },
    recipients: { what: 'forget recipients', run: (db) => forgetRecipients(db, times.recipientsFrom) },
    experiments: { what: 'end tests', run: (db) => endTests(db, now) },
    alerts: { what: 'fire alerts', run: (db) => lookAfterAlerts(db, now, times.cameFrom) },
    // In each minute, while such an alert is on. What it fires wakes the sender, or is found in the next minute.
    stalls: { what: 'look for stalled jobs', run: (db) => fireStalls(db, env.VISITS, now, true) },
    erasedAudiences: {
      what: 'clear erased audiences',
      run: (db) => clearErasedAudiences(db, now, { budget: forClearing }),
    },
    // Late, because they may take what an invocation may ask of D1. Sealing goes first: while sessions wait, answers of
    // the analytics become slower.
    seal: {
      what: 'seal sessions',
      run: (db) => sealSessions(db, now, { budget }),
      after: ['recipients', 'erasedAudiences'],
    },
    sessions: {
      what: 'remove sessions',
      run: (db) => removeSessions(db, times.sessionsFrom, now, { budget }),
    },
    // After what changes blocks. Answers are exact without.
    numbers: {
      what: 'number visitors',
      run: (db) =>
        numberVisitors(db, now, { budget: budget.writes > forNumbering.writes ? budget : forNumbering }),
      after: ['seal', 'sessions'],
    },
    // Last, because receivers may be slow, when there is no queue. It sends what alerts have fired.
    webhooks: {
      what: 'deliver to webhooks',
      run: (_, workspace) => deliverDue(env, workspace, now, forDelivering),
      after: ['alerts'],
    },
  };
  const outages = new Outages();
  let lostMs = 0;
  const works = new Map<string, Work | undefined>();
  const isLeftAlone = (workspace: string) =>
    !works.has(workspace) ||
    works.get(workspace)?.restoring === 1 ||
    outages.areOf(workspace) ||
    (lostMs >= longestLost && outages.isLastOf(workspace));
  const failed = new Set<string>();
  const noteRun = (workspace: string, what: string, run: TaskRun) => {
    const tasks = unnoted.get(workspace) ?? {};
    unnoted.set(workspace, { ...tasks, [what]: { ...tasks[what], ...run } });
    if (run.isFailing && !isLeftAlone(workspace)) failed.add(workspace);
  };
  /** Does work for a workspace. Undefined if it fails. */
  const attempt = async <T>(
    what: string,
    workspace: string,
    work: (db: Database) => Promise<T>,
    deadline?: number,
  ): Promise<T | undefined> => {
    const startedAt = Date.now();
    try {
      const result = await work(openWorkspace(env, workspace, 'service', deadline));
      outages.note(workspace);
      if (what !== looks) noteRun(workspace, what, runOf(startedAt));
      return result;
    } catch (error) {
      noteRun(workspace, what, runOf(startedAt, error));
      report(what, error, { workspace });
      outages.note(workspace, error);
      if (isOutage(error)) lostMs += Math.max(0, Date.now() - startedAt);
      return undefined;
    }
  };
  for (const workspace of workspaces)
    if (lostMs < longestLost) {
      const look = (db: Database) => lookForWork(db, times);
      works.set(workspace, await attempt(looks, workspace, look, deadlines.read));
    }
  /** Whether a task may have something to do. Each may if the look has failed: it alone may be too much for D1. */
  const hasWork = (workspace: string, key: TaskKey) => {
    const work = works.get(workspace);
    return work === undefined || Boolean(work[key]);
  };
  for (const key of Object.keys(tasks) as TaskKey[]) {
    const { what, run, after = [] } = tasks[key];
    for (const workspace of workspaces)
      if (!isLeftAlone(workspace) && [key, ...after].some((one) => hasWork(workspace, one)))
        await attempt(what, workspace, (db) => run(db, workspace));
  }
  for (const workspace of workspaces)
    if (!isLeftAlone(workspace)) {
      // A run that has nothing to do writes once an hour, and one that fails at once.
      if (works.get(workspace)?.note || failed.has(workspace)) await writeRuns(env, workspace, now);
      await writeNotes(env, workspace);
    }
}
