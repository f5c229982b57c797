import { FootfallProblem } from './problem.ts';

/** The longest time, in seconds, that a request waits before it is sent again. */
const longestWait = 60;
/** The first pause in milliseconds, when the answer names none. Each later one is twice as long. */
const firstPause = 250;

const pause = (attempt: number) => firstPause * 2 ** attempt * (0.5 + Math.random() / 2);

/**
 * The pause in milliseconds before a request is sent again, or undefined when it must not be.
 *
 * A 429 comes before anything is done, so that every request may follow it. After a 503 or a lost connection nobody
 * knows what was done: only requests that may be repeated are. With `If-Match`, the repetition could meet its own
 * change, and would report a conflict with it.
 */
export function pauseBefore(
  error: unknown,
  request: Request,
  isRepeatable: boolean,
  attempt: number,
): number | undefined {
  if (!(error instanceof FootfallProblem)) return undefined;
  const { code, status, retryAfter } = error;
  const mayRepeat = isRepeatable && !request.headers.has('if-match');
  if (code === 'network_failed') return mayRepeat ? pause(attempt) : undefined;
  const mayFollow = status === 429 || (status === 503 && mayRepeat);
  if (!mayFollow || retryAfter === undefined || retryAfter > longestWait) return undefined;
  return retryAfter * 1000 + pause(attempt);
}

/** Waits for so many milliseconds. Throws the signal's reason when it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
