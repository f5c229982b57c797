import { AsyncLocalStorage } from 'node:async_hooks';
import { type Draw, whole } from '../../bench/lib/random.ts';

// All work of a run are tasks: a request, a message that is delivered, a cron. A task runs until it asks something of
// D1, of a queue or of a timer. It then waits for its turn, and the scheduler chooses whose turn it is. So only one
// task runs at a time, and the same seed gives the same order. A task may ask for several things at once, such as
// deliveries: each answer lets it run on.

const { setTimeout: realTimeout } = globalThis;
const nextTurn = () => new Promise<void>((resolve) => void realTimeout(resolve, 0));

/** A piece of work, such as a request. */
export class Task {
  readonly name: string;
  readonly number: number;
  /** Who does what it writes, as events tell it. */
  readonly actor: object;
  /** A task that dies never goes on, as when a Worker stops. */
  isDead = false;
  /** What it asked last is never answered: only its deadline lets it go on. */
  isUnanswered = false;
  /** How many faults it has met. */
  faults = 0;
  /** How much of it runs: 1, or 0 while it waits. */
  running = 0;
  /** For how many things it waits. */
  waiting = 0;

  constructor(number: number, name: string, actor: object) {
    this.number = number;
    this.actor = actor;
    this.name = `${number} ${name}`;
  }
}

/** What a task waits for. */
interface Call {
  task: Task;
  perform: () => Promise<void>;
}

/** A timer that runs beside what its task waits for. */
interface Deadline {
  task: Task;
  at: number;
  work: () => void;
}

/** A timer of a task that is shorter is a pause, for which the task waits; others are deadlines. In milliseconds. */
const shortestDeadline = 1000;

/** How many turns of the event loop a task has to ask for the next thing, while it waits for others. */
const turns = 3;

const current = new AsyncLocalStorage<Task>();

export class Scheduler {
  readonly draw: Draw;
  #waiting: Call[] = [];
  readonly #deadlines = new Set<Deadline>();
  #running = 0;
  #isWide = false;
  #whenIdle: (() => void) | undefined;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  /** Whether a thing happens that has this chance, from 0 to 1. */
  happens = (chance: number): boolean => this.draw() < chance;

  /** One of the items, or undefined if there is none. */
  pick = <T>(items: readonly T[]): T | undefined => items[whole(this.draw, items.length)];

  /** The number of calls that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #resume(task: Task): void {
    task.running += 1;
    this.#running += 1;
  }

  /** Nothing, if it waits for something else already. */
  #pause(task: Task): void {
    if (task.running === 0) return;
    task.running -= 1;
    this.#running -= 1;
    if (this.#running === 0) this.#whenIdle?.();
  }

  /** Pauses a task that got one of the things for which it waits, and asks for no other. */
  async #pauseUnlessItAsks(task: Task): Promise<void> {
    const { waiting } = task;
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    if (task.waiting === waiting) this.#pause(task);
  }

  async #idle(): Promise<void> {
    while (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      // It may be about to ask for more at the same time.
      if (this.#isWide) await nextTurn();
    }
    this.#isWide = false;
  }

  /** Starts a task, and lets it run until it waits for its turn or ends. */
  async start(task: Task, work: () => Promise<void>): Promise<void> {
    this.#resume(task);
    let failure: unknown;
    current
      .run(task, work)
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        this.#pause(task);
        if (failure !== undefined) this.#failures.push(failure);
      });
    await this.#settle();
  }

  #failures: unknown[] = [];
  async #settle(): Promise<void> {
    await this.#idle();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Waits for the turn of the running task, and then for `work`. `isWide`: it may ask for others at the same time. */
  call<T>(work: (task: Task) => Promise<T>, isWide = false): Promise<T> {
    const task = current.getStore();
    if (!task) throw new Error('Something is asked outside a task.');
    return new Promise((resolve, reject) => {
      const perform = async () => {
        let settle: () => void;
        try {
          const value = await work(task);
          settle = () => resolve(value);
        } catch (error) {
          if (error instanceof Violation) throw error;
          settle = () => reject(error);
        }
        if (task.isDead) return;
        if (task.isUnanswered) return this.#expire(task);
        this.#resume(task);
        settle();
        task.waiting -= 1;
        if (task.waiting > 0) void this.#pauseUnlessItAsks(task);
      };
      this.#waiting.push({ task, perform });
      task.waiting += 1;
      this.#isWide ||= isWide;
      this.#pause(task);
    });
  }

  /** Does work of a task when its turn comes, though the task does not wait for it. */
  later(task: Task, work: () => Promise<unknown>): void {
    this.#waiting.push({
      task,
      perform: async () => {
        await work();
      },
    });
  }

  /** Lets a task without an answer go on at its deadline. */
  #expire(task: Task): void {
    task.isUnanswered = false;
    const deadline = this.#deadlines.values().find((one) => one.task === task);
    if (!deadline) throw new Violation(`${task.name} waits for ever`);
    const perform = async () => {
      this.#deadlines.delete(deadline);
      vi.setSystemTime(Math.max(Date.now(), deadline.at));
      this.#resume(task);
      task.waiting -= 1;
      deadline.work();
    };
    this.#waiting.push({ task, perform });
  }

  /** Gives one of the waiting calls its turn, and lets its task run on. */
  async step(): Promise<void> {
    const [next] = this.#waiting.splice(whole(this.draw, this.#waiting.length), 1);
    await next?.perform();
    await this.#settle();
  }

  /** Makes timers of tasks part of the run: pauses wait for their turn, however long they are. Returns a function that undoes it. */
  takeTimers(): () => void {
    const { setTimeout, clearTimeout } = globalThis;
    const inTurn = (work: () => void, delay = 0) => {
      const task = current.getStore();
      if (!task) return setTimeout(work, delay);
      if (delay < shortestDeadline) {
        this.call(async () => {}).then(work);
        return 0;
      }
      const deadline = { task, at: Date.now() + delay, work };
      this.#deadlines.add(deadline);
      return deadline;
    };
    globalThis.setTimeout = inTurn as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((timer: Deadline | number | undefined) => {
      if (typeof timer !== 'object' || !this.#deadlines.delete(timer)) clearTimeout(timer as number);
    }) as typeof clearTimeout;
    return () => {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    };
  }
}

/** Something that must never be: a number of the service that the model does not have, or a change by a retry. */
export class Violation extends Error {
  override readonly name = 'Violation';
}
