import type { PublishRequested } from '../../../src/content/versions/messages.ts';
import { isOfKnownRequest } from '../../../src/db/keyed-request.ts';
import { databaseAround } from './faults.ts';
import { HeldQueue } from './held-queue.ts';

/** When a Worker stops: before an effect, after it and before its answer, or before one that comes when nobody waits for it. */
const moments = ['before', 'after', 'late'] as const;

/** Where a Worker stops: at an effect, by its place in `effects`. */
export interface Point {
  at: number;
  effect: string;
  moment: (typeof moments)[number];
}

/** All points of these effects. A read leaves nothing, nor does a message that nobody needs: there is one moment. */
export const pointsOf = (effects: readonly string[]): Point[] =>
  effects.flatMap((effect, at) =>
    moments.slice(0, /reads$|wakes$/.test(effect) ? 1 : undefined).map((moment) => ({ at, effect, moment })),
  );

/** Lets something have its effect, unless the Worker stops at it or has stopped. */
type Around = <T>(what: (result: T) => string, effect: () => Promise<T>) => Promise<T>;

const hasWritten = (results: unknown) => (results as D1Result[]).some(({ meta }) => meta.rows_written > 0);

/**
 * A Worker on the real D1 that stops once, at a point: at a batch, or at a message to a queue. Its invocations are requests,
 * deliveries and crons. Its publish requests wait in `queue`.
 */
export class CrashingWorker {
  /** Its effects so far, in order. */
  readonly effects: string[] = [];
  readonly queue = new HeldQueue();
  readonly #point: Point | undefined;
  #late: (() => Promise<unknown>) | undefined;

  constructor(point?: Point) {
    this.#point = point;
  }

  /** Runs an invocation. Undefined if the Worker stops in it. */
  invoke<T>(
    name: string,
    work: (bindings: ReturnType<CrashingWorker['bindings']>) => Promise<T>,
  ): Promise<T | undefined> {
    const stop = Promise.withResolvers<undefined>();
    const never = new Promise<never>(() => {});
    let hasStopped = false;
    const around: Around = async (what, effect) => {
      if (hasStopped) return never;
      const place = this.effects.push('') - 1;
      if (place !== this.#point?.at) {
        const result = await effect();
        this.effects[place] = `${name} ${what(result)}`;
        return hasStopped ? never : result;
      }
      hasStopped = true;
      if (this.#point.moment === 'after') await effect();
      if (this.#point.moment === 'late') this.#late = effect;
      stop.resolve(undefined);
      return never;
    };
    return Promise.race([work(this.bindings(around)), stop.promise]);
  }

  bindings(around: Around) {
    const { DB, JOBS } = this.queue.bindings(
      databaseAround((send) => around((results) => (hasWritten(results) ? 'writes' : 'reads'), send)),
    );
    const queue = <T>(what: string, send: (sent: T) => Promise<unknown>) => {
      const effect = (sent: T) =>
        around(
          () => what,
          () => send(sent),
        );
      return effect;
    };
    return {
      DB,
      JOBS: {
        send: queue('queues', (job: PublishRequested) => JOBS.send(job)),
        sendBatch: queue('queues', (jobs: MessageSendRequest<PublishRequested>[]) => JOBS.sendBatch(jobs)),
      } as unknown as typeof JOBS,
      // The cron finds the work for which it wakes the sender, too.
      WEBHOOKS: { send: queue('wakes', async () => {}) } as unknown as Queue,
    };
  }

  /** Lets the effect come that is late, and says whether there is one: D1 goes on with a batch, whoever waits for it. */
  async comeLate(): Promise<boolean> {
    const late = this.#late;
    this.#late = undefined;
    await late?.().catch((error: unknown) => {
      if (!isOfKnownRequest(error)) throw error;
    });
    return late !== undefined;
  }
}
