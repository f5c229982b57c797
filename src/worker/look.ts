import { areErasedDue } from '../analytics/store/clear.ts';
import { haveBlocksToNumber } from '../analytics/store/number.ts';
import { quietTime } from '../analytics/worker/chunk.ts';
import { numberedBefore } from '../analytics/worker/number.ts';
import { areSessionsOld } from '../analytics/worker/remove.ts';
import { haveSessionsToSeal } from '../analytics/worker/seal.ts';
import { areExportsDue, longestRest } from '../backup/store/end.ts';
import { isRestoring } from '../backup/store/restore.ts';
import { areVersionsDue } from '../content/versions/worker/resend.ts';
import type { Database } from '../db/client.ts';
import { isNoteDue } from '../db/cron-note.ts';
import { oneRow } from '../db/sql.ts';
import { build, type ParamsOf, statement } from '../db/statement.ts';
import { hourMs, minuteMs } from '../lib/durations.ts';
import { startOfDay } from '../lib/range.ts';
import { haveAlertsWork } from '../outbound/alerts/worker/fire.ts';
import { isLookedForStalls } from '../outbound/alerts/worker/fire-stalls.ts';
import { namesKeptFrom } from '../outbound/alerts/worker/forget.ts';
import { areEventsOld } from '../outbound/events/worker/forget.ts';
import { haveWebhooksWork } from '../outbound/webhooks/worker/consume.ts';
import { areLogsOld } from '../people/logs/worker/forget.ts';
import { areErasuresOld, erasuresKeptFrom } from '../people/persons/worker/forget-erasures.ts';
import { areFormsOld } from '../visits/beacons/worker/forget-forms.ts';
import { areJobsDue } from '../visits/campaigns/worker/resend.ts';
import { areTestsDue } from '../visits/experiments/worker/end.ts';
import { areDeliveriesOld, deliveriesKeptFrom } from '../visits/kept/worker/forget.ts';
import { areLeftOutOld, leftOutKeptFrom } from '../visits/left-out/worker/forget.ts';
import { areRecipientsOld } from '../visits/sessions/worker/forget-recipients.ts';

/** When a run is, and from when on it keeps what. */
export interface Times {
  now: number;
  formsFrom: number;
  recipientsFrom: number;
  sessionsFrom: number;
  /** From when on logs are kept. */
  logsFrom: number;
  /** From when on sessions name who came. */
  cameFrom: number;
}

/** Each task of the cron, and the condition that it has something to do. An index has each. */
const selectWork = statement((at: ParamsOf<ReturnType<typeof boundsOf>>) =>
  build
    .select({
      versions: areVersionsDue(at),
      campaigns: areJobsDue(at),
      forms: areFormsOld(at.formsFrom),
      leftOut: areLeftOutOld(at.leftOutFrom),
      kept: areDeliveriesOld(at.deliveriesFrom),
      erasures: areErasuresOld(at.erasuresFrom),
      events: areEventsOld(at),
      logs: areLogsOld(at.logsFrom),
      recipients: areRecipientsOld(at.recipientsFrom),
      alerts: haveAlertsWork({ ...at, recipientsFrom: at.cameFrom }),
      stalls: isLookedForStalls,
      erasedAudiences: areErasedDue(at.now),
      seal: haveSessionsToSeal(at.quietBefore),
      experiments: areTestsDue(at),
      sessions: areSessionsOld(at.sessionsFrom),
      numbers: haveBlocksToNumber({ before: at.numberedBefore, isAsked: at.looksForNumbers }),
      note: isNoteDue(at.now),
      exports: areExportsDue(at.exportsFrom),
      // Nothing else writes then.
      restoring: isRestoring,
      webhooks: haveWebhooksWork(at.now),
    })
    .from(oneRow),
);

const boundsOf = ({ sessionsFrom, ...times }: Times) => ({
  ...times,
  sessionsFrom: startOfDay(sessionsFrom),
  leftOutFrom: leftOutKeptFrom(times.now),
  deliveriesFrom: deliveriesKeptFrom(times.now),
  erasuresFrom: erasuresKeptFrom(times.now),
  namesFrom: namesKeptFrom(times.now, times.cameFrom),
  quietBefore: times.now - quietTime,
  exportsFrom: times.now - longestRest,
  numberedBefore: numberedBefore(times.now),
  // What seals or removes sessions is followed by numbering. This is for what has failed.
  looksForNumbers: Number(times.now % hourMs < minuteMs),
});

/** Which tasks of the cron have something to do, and whether it is to note that it runs (`note`). */
export type Work = Record<keyof NonNullable<ReturnType<typeof selectWork>['row']>, unknown>;

/** Looks which tasks of the cron have something to do in a workspace: one statement that writes nothing. */
export async function lookForWork(db: Database, times: Times): Promise<Work> {
  const [[work]] = await db.batch([selectWork(boundsOf(times))]);
  if (!work) throw new Error('The look for work has no row.');
  return work;
}
