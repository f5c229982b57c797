import type { PublishRequested } from '../../../src/content/versions/messages.ts';
import { isOfKnownRequest } from '../../../src/db/keyed-request.ts';
import { databaseAround, lost } from './faults.ts';
import { HeldQueue } from './held-queue.ts';

/**
 * When a Worker stops: before an effect, after it and before its answer, or before one that comes when nobody waits for it.
 * `lost`: it does not stop, but the answer is an error.
 */
const moments = ['before', 'after', 'late', 'lost'] as const;

/** Where a Worker stops: at an effect, by its place in `effects`. */
export interface Point {
  at: number;
  effect: string;
  moment: (typeof moments)[number];
}

/** How many of the moments make a difference: a read leaves nothing, nor does a message that nobody needs. */
const momentsOf = { reads: 1, wakes: 1, queues: 3, writes: 4 };

/** All points of these effects. */
export const pointsOf = (effects: readonly string[]): Point[] =>
  effects.flatMap((effect, at) => {
    const kind = effect.split(' ').at(-1) as keyof typeof momentsOf;
    return moments.slice(0, momentsOf[kind]).map((moment) => ({ at, effect, moment }));
  });

/** Lets something have its effect, unless the Worker stops at it or has stopped. */
type Around = <T>(what: (result: T) => string, effect: () => Promise<T>) => Promise<T>;

/** The longest pause of the service before its first retry, in milliseconds. */
const longestPause = 100;

const hasWritten = (results: unknown) => (results as D1Result[]).some(({ meta }) => meta.rows_written > 0);

/**
 * A Worker on the real D1 that stops once, at a point: at a batch, or at a message to a queue. Its invocations are requests,
 * deliveries and crons. Its publish requests wait in `queue`. The timers of those that stopped never end: see `holdTime`.
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
      const { moment } = this.#point;
      if (moment === 'after' || moment === 'lost') await effect();
      if (moment === 'lost') {
        // The service pauses before it tries again, by a timer that is in the test's hands.
        void scheduler.wait(1).then(() => vi.advanceTimersByTimeAsync(longestPause));
        throw new Error(lost);
      }
      if (moment === 'late') this.#late = effect;
      hasStopped = true;
      stop.resolve(undefined);
      return never;
    };
    return Promise.race([work(this.bindings(around)), stop.promise]);
  }

  bindings(around: Around) {
    const { DB, JOBS } = this.queue.bindings(
      databaseAround((send) => around((results) => (hasWritten(results) ? 'writes' : 'reads'), send)),
    );
    const queue =
      <T>(what: string, send: (sent: T) => Promise<unknown>) =>
      (sent: T) =>
        around(
          () => what,
          () => send(sent),
        );
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
