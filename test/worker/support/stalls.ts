import { env } from 'cloudflare:workers';
import type { JobName } from '../../../src/vocabulary/stalls.ts';
import { noon } from './alerts.ts';
import { newAudience } from './audiences.ts';
import { ok } from './replies.ts';
import { minute } from './times.ts';
import { actOn } from './versions.ts';
import { newId } from './visits.ts';
import { happen, newWebhook } from './webhooks.ts';

export const sql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
/** Notes that the cron has run. */
export const note = (at: number) =>
  sql(`insert or replace into service_notes values ('cron', ?, '{"tasks":{}}')`, at);

/** Lets no job be stalled at noon. */
export async function goesOn(): Promise<void> {
  await sql('delete from given_up');
  await sql('delete from service_notes');
  await sql('update audience_versions set sweep_at = null');
  await sql('update webhooks set disabled_at = 1');
  await note(noon);
}

/** A queue whose oldest message was sent at a time. */
export const queueSince = (at: number) =>
  ({
    metrics: async () => ({ backlogCount: 3, backlogBytes: 1, oldestMessageTimestamp: new Date(at) }),
  }) as unknown as Queue;

/** Gives a message up. */
export const giveUp = (at: number) =>
  sql(
    `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers)
     values (?1, ?1, 'visit', ?2, ?2, 'Error', '[]')`,
    newId(),
    at,
  );

/** A version that was to go live at noon. */
async function publishAtNoon(): Promise<void> {
  const of = await newAudience();
  await ok(actOn(of, of.latestVersion, 'publish'));
  // The cron has just resent it.
  await sql(
    'update audience_versions set queued_at = ?, sweep_at = ? where sweep_at is not null',
    noon,
    noon + 11 * minute,
  );
}

/** How each job comes to wait since noon, and the queue of visits that a look needs. */
export const causes: Record<Exclude<JobName, 'cron'>, () => Promise<Queue | undefined>> = {
  visits: async () => queueSince(noon),
  publishes: () => publishAtNoon().then(() => undefined),
  deliveries: async () => {
    await newWebhook();
    await happen();
    return undefined;
  },
  given_up: () => giveUp(noon).then(() => undefined),
};
