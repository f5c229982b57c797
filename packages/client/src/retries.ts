import { FootfallProblem } from './problem.ts';

/** The longest time, in seconds, that `Retry-After` may name and that a pause lasts without it. */
const longestWait = 60;
/** The first pause in milliseconds, when no answer names one. Each later one is twice as long. */
const firstPauses = { lost: 250, busy: 1000 };
/** What a gateway answers when the service behind it does not: nobody knows what was done. */
const gatewayStatuses = [502, 503, 504];

/** A random part tells clients apart that failed together. */
const pause = (first: number, attempt: number) =>
  Math.min(first * 2 ** attempt, longestWait * 1000) * (0.5 + Math.random() / 2);

/**
 * The pause in milliseconds before a request is sent again, or undefined when it must not be.
 *
 * A 429 comes before anything is done, so that every request may follow it. After a 502, a 503, a 504 or a lost
 * connection nobody knows what was done: only requests that may be repeated are. With `If-Match`, the repetition could
 * meet its own change, and would report a conflict with it.
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
  if (code === 'network_failed') return mayRepeat ? pause(firstPauses.lost, attempt) : undefined;
  const mayFollow = status === 429 || (gatewayStatuses.includes(status) && mayRepeat);
  if (!mayFollow) return undefined;
  if (retryAfter === undefined) return pause(firstPauses.busy, attempt);
  return retryAfter > longestWait ? undefined : retryAfter * 1000 + pause(firstPauses.lost, attempt);
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
