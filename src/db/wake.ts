import type { Bindings } from '../config/bindings.ts';
import { report } from '../lib/report.ts';
import type { DeliveryRequested } from './wake-message.ts';

/** How long a wake-up waits, in milliseconds. What is written meanwhile needs no other. */
const wakeDelay = 1000;

/** The last wake-up of a workspace: until when it counts, and the newest event that it was for. */
interface WakeUp {
  until: number;
  newest: number;
}
const wakeUps = new Map<string, WakeUp>();

async function send(queue: Queue<DeliveryRequested>, message: DeliveryRequested, delaySeconds: number) {
  try {
    await queue.send(message, { delaySeconds });
  } catch (error) {
    // The cron finds the work within a minute.
    report('wake webhooks', error, { workspace: message.workspace });
  }
}

/** Asks the queue, if there is one, to look for the work of a webhook after some seconds. */
export async function wakeFor(
  { WEBHOOKS }: Bindings,
  message: Required<DeliveryRequested>,
  delaySeconds: number,
): Promise<void> {
  if (WEBHOOKS) await send(WEBHOOKS, message, delaySeconds);
}

/**
 * What to call after a batch that wrote while webhooks listen, with the newest event of the workspace. It sends one
 * message a second at most. Undefined without a queue: the cron finds the work.
 */
export function wakerOf(
  { WEBHOOKS }: Bindings,
  workspace: string,
): ((newest: number) => Promise<void> | undefined) | undefined {
  if (!WEBHOOKS) return undefined;
  return (newest) => {
    const now = Date.now();
    const last = wakeUps.get(workspace) ?? { until: 0, newest: 0 };
    if (newest === last.newest) return undefined;
    // A clock that was set back must not silence the sender.
    const isCounting = now < last.until && last.until <= now + wakeDelay;
    wakeUps.set(workspace, { until: isCounting ? last.until : now + wakeDelay, newest });
    return isCounting ? undefined : send(WEBHOOKS, { workspace }, wakeDelay / 1000);
  };
}

/** As `wakerOf`, for a request: its answer does not wait for the queue. */
export function wakerOfRequest(
  env: Bindings,
  workspace: string,
  context: () => Pick<ExecutionContext, 'waitUntil'>,
): ((newest: number) => void) | undefined {
  const wake = wakerOf(env, workspace);
  return (
    wake &&
    ((newest) => {
      const waking = wake(newest);
      if (waking) context().waitUntil(waking);
    })
  );
}
