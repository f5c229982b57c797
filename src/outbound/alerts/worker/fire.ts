import { type SQL, sql } from 'drizzle-orm';
import type { Bindings } from '../../../config/bindings.ts';
import { type Database, openWorkspace } from '../../../db/client.ts';
import { DeliveryRequested } from '../../../db/wake-message.ts';
import { report } from '../../../lib/report.ts';
import { areAlertsDue, fireDue, selectDue } from './fire-due.ts';
import { fireStalls } from './fire-stalls.ts';
import { doVisitsWait, fireVisits, lookForVisits } from './fire-visits.ts';
import { forgetOld, isSomethingOld } from './forget.ts';

/** The condition that `lookAfterAlerts` has something to do. */
export const haveAlertsWork = (times: Parameters<typeof isSomethingOld>[0]): SQL =>
  sql`(${doVisitsWait} or ${areAlertsDue(times.now)} or ${isSomethingOld(times)})`;

/**
 * What the cron does for alerts: it fires those whose condition is met since the last run, and removes what is not
 * kept. Runs may be late, or at once, or end anywhere: each firing is written once. Sessions name who came from
 * `recipientsFrom` on.
 */
export async function lookAfterAlerts(db: Database, now: number, recipientsFrom: number): Promise<void> {
  const [on, at, visits, due] = await db.batchUntold([
    ...lookForVisits(),
    selectDue({ now }),
    ...forgetOld(now, recipientsFrom),
  ]);
  await fireVisits(db, { on, at, visits }, now);
  await fireDue(db, due, now);
}

/** Fires the alerts whose condition visits have met since the last run, at `now`. */
export async function fireMet(db: Database, now: number): Promise<void> {
  const [on, at, visits] = await db.batch(lookForVisits());
  await fireVisits(db, { on, at, visits }, now);
}

/** Fires the alerts about stalled jobs if the cron has not run, which cannot do so itself. */
export const fireWithoutCron = (db: Database, visits: Queue | undefined): Promise<void> =>
  fireStalls(db, visits, Date.now(), false);

/**
 * Fires alerts that visits meet before a message of the queue WEBHOOKS for a whole workspace is handled, so that what
 * they fire is sent with it. A failure does not keep the webhooks waiting: the cron tries again.
 */
export async function fireBefore({ body, id }: Message<unknown>, env: Bindings): Promise<void> {
  const { success, data } = DeliveryRequested.safeParse(body);
  if (!success || data.webhookId !== undefined) return;
  try {
    const db = openWorkspace(env, data.workspace);
    // The message is looked at for the events of alerts, too: they must not wake the sender.
    db.wake = undefined;
    await fireMet(db, Date.now());
  } catch (error) {
    report('fire alerts', error, { messageId: id });
  }
}
