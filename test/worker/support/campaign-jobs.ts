import type { JobRequested } from '../../../src/visits/campaigns/messages.ts';
import type { Campaign } from '../../../src/visits/campaigns/schemas.ts';
import { queue } from './calls.ts';
import { newCampaign, type Of, pathOf, someone, write } from './campaigns.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { ok } from './replies.ts';

type Action = 'publish' | 'roll_back' | 'archive' | 'stop';
/** Asks for a job of a campaign, and holds its message. */
export const ask = (of: Of, action: Action, options: RequestOptions = {}) =>
  send<Campaign & Problem>(
    'POST',
    `${pathOf(of)}/${action}`,
    {},
    {
      ...options,
      bindings: Object.assign(queue.bindings(), options.bindings),
    },
  );
export const begin = (of: Of, action: Action): Promise<Campaign> => ok(ask(of, action));

/** A campaign with so many rows, all published. */
export async function campaignWith(rows: number, fields: object = {}): Promise<Campaign> {
  const campaign = await newCampaign(fields);
  for (let from = 0; from < rows; from += 100)
    await write(
      campaign,
      Array.from({ length: Math.min(100, rows - from) }, (_, n) => someone({ name: `P ${from + n}` })),
    );
  await deliver();
  return campaign;
}

/** The messages of jobs that were sent, and not delivered. */
export const steps = () =>
  (queue.sent as unknown as JobRequested[]).filter(({ kind }) => kind === 'campaign');

/** Delivers all messages, and those that they lead to, at most so many. */
export async function deliver(most = 10_000): Promise<void> {
  for (let n = 0; n < most; n++) {
    const job = queue.sent.shift();
    if (!job) return;
    await queue.deliver(job);
  }
}
/** Delivers the next message of a job alone. */
export async function step(options: { database?: D1Database } = {}): Promise<'ack' | 'retry' | undefined> {
  const [job] = steps();
  if (!job) return undefined;
  queue.sent.splice(queue.sent.indexOf(job as never), 1);
  return queue.deliver(job, options);
}
