/** Logs an error that is not the answer to a request. */
export function report(what: string, error: unknown, details: object): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : 'unknown';
  // biome-ignore lint/suspicious/noConsole: the worker's log is where an operator looks for the cause
  console.error(JSON.stringify({ level: 'error', what, message, ...details }));
}
