import { isProblem } from '@footfall/client';

/** A failure in words that can be shown. */
export interface ProblemWords {
  title: string;
  detail?: string | undefined;
  requestId?: string | undefined;
  /** Something other than Footfall answered, such as a proxy: `detail` says nothing to a reader. */
  isTechnical?: boolean;
  /** The HTTP status of the answer. */
  status?: number;
  /** The scope that the key lacks. */
  scope?: string | undefined;
}

/** The script of a part of the console did not load. */
export class PartNotLoaded extends Error {}

/** Says a failure in the service's own words, or in ours if the service was not reached. */
export function describeProblem(error: unknown): ProblemWords {
  const isPart = error instanceof PartNotLoaded;
  if (!navigator.onLine && (isPart || isProblem(error, 'network_failed'))) {
    return { title: 'You are offline', detail: 'This loads as soon as the connection is back.' };
  }
  if (isPart) {
    return {
      title: 'A part of the console did not load',
      detail: 'The connection failed, or Footfall was updated in the meantime. Try again to reload the page.',
    };
  }
  if (isProblem(error, 'network_failed')) {
    return { title: 'The service did not answer', detail: 'The connection failed before an answer came.' };
  }
  if (isProblem(error)) {
    const [, scope] = /scope `?(\w+)`?/.exec(error.code === 'insufficient_scope' ? error.message : '') ?? [];
    return {
      title: error.document?.title ?? 'The service failed',
      detail: error.message,
      isTechnical: error.document === undefined,
      status: error.status,
      requestId: error.requestId,
      scope,
    };
  }
  return { title: 'The console failed', detail: error instanceof Error ? error.message : undefined };
}

/** The service knows no such key, or not any more. */
export const isEndOfKey = (error: unknown): boolean => isProblem(error, 'invalid_api_key', 'missing_api_key');

/** The violations of a request by the path of their field, such as `email`. */
export function fieldErrors(error: unknown): Map<string, string> {
  const errors = isProblem(error) ? error.errors : [];
  return new Map(errors.map(({ path, message }) => [path, message]));
}

/** The violation of a field, or of what is below it: for `keywords` also a violation of `keywords.1`. */
export const errorAt = (errors: ReadonlyMap<string, string>, path: string): string | undefined =>
  errors.get(path) ?? [...errors].find(([of]) => of.startsWith(`${path}.`))?.[1];
