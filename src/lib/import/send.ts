import type { Request } from './batch.ts';
import type { Plan, Write } from './read-row.ts';
import { type RefusedWrite, reasonsOf } from './reasons.ts';

/** What the API answers to a write. One that was sent before, without an answer, may have been carried out then. */
export type Answer =
  | { outcome: 'created' | 'updated' | 'unchanged'; isReplay: boolean; isRetried: boolean }
  | { reasons: string[] };

/** A result in an answer of the API. */
export interface Result {
  status: number;
  outcome?: 'created' | 'updated' | 'unchanged' | null;
  replayed: boolean;
  problem: RefusedWrite | null;
}

/** Sends one request. Throws an error with a `status`: 0 when no answer came. */
export type Send = (request: Request) => Promise<Result[]>;

/** How often a request is sent again. */
export interface Attempts {
  signal?: AbortSignal | undefined;
  /** For how many milliseconds a request is sent again until it is given up. */
  patience?: number;
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
}

/** An answer that came for a request as a whole, such as a FootfallProblem. */
interface Failure {
  status: number;
  message: string;
  retryAfter?: number | undefined;
  errors?: readonly { path: string; message: string }[];
}
const isFailure = (error: unknown): error is Failure => error instanceof Error && 'status' in error;

/** Whether another attempt may help: no answer, too many requests, or a service that is down. */
const isPassing = ({ status }: Failure) => status === 0 || status === 429 || status >= 500;
/** Whether it is for what the request has in it. */
const isOfContent = ({ status }: Failure) => [400, 413, 422].includes(status);

const [firstWait, longestWait, usualPatience] = [500, 30_000, 300_000];

/** Waits, unless the signal ends it: then it throws the signal's reason. */
function waitFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Sends a request until an answer comes, with longer and longer waits. Throws what waiting does not mend. */
async function sendUntilAnswered(request: Request, send: Send, attempts: Attempts) {
  const { signal, patience = usualPatience, wait = waitFor, now = Date.now } = attempts;
  const start = now();
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return { results: await send(request), isRetried: attempt > 0 };
    } catch (error) {
      if (!isFailure(error) || !isPassing(error)) throw error;
      const pause = Math.max(
        Math.min(longestWait, firstWait * 2 ** attempt) * (0.5 + Math.random() / 2),
        (error.retryAfter ?? 0) * 1000,
      );
      if (now() + pause - start > patience) throw error;
      await wait(pause, signal);
    }
  }
}

const answerOf = (
  { status, outcome, replayed, problem }: Result,
  write: Write,
  plan: Plan,
  isRetried: boolean,
): Answer => {
  if (problem !== null) return { reasons: reasonsOf(problem, write, plan) };
  return { outcome: outcome ?? (status === 201 ? 'created' : 'unchanged'), isReplay: replayed, isRetried };
};

/**
 * The answers to all writes of a request. A request that is refused as a whole is sent in halves, until a single row is
 * known to be the reason.
 */
export async function sendAll(
  request: Request,
  plan: Plan,
  run: Attempts & { send: Send },
): Promise<Answer[]> {
  const { writes } = request;
  if (writes.length === 0) return [];
  try {
    const { results, isRetried } = await sendUntilAnswered(request, run.send, run);
    return writes.map((write, at) => answerOf(results[at] as Result, write, plan, isRetried));
  } catch (error) {
    if (!isFailure(error) || !isOfContent(error)) throw error;
    const [only, other] = writes;
    if (only !== undefined && other === undefined) {
      const { message: detail, errors } = error;
      return [{ reasons: reasonsOf({ code: '', detail, errors }, only, plan) }];
    }
    const middle = Math.ceil(writes.length / 2);
    const half = (part: string, some: Write[]) =>
      sendAll({ ...request, writes: some, ...(request.key && { key: `${request.key}.${part}` }) }, plan, run);
    const first = await half('1', writes.slice(0, middle));
    const second = await half('2', writes.slice(middle));
    return [...first, ...second];
  }
}
