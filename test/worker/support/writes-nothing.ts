import { expect } from 'vitest';
import { costOf } from './statements.ts';

/**
 * Holds that the work writes no row, not even the value that it has already, and sends no message to the queue.
 * D1 says so of every statement that the service has run: a dump of all tables before and after would cost more
 * than the requests. Nothing else may run meanwhile.
 */
export async function writesNothing<T>(
  work: () => Promise<T>,
  queue: { readonly sent: readonly unknown[] } = { sent: [] },
): Promise<T> {
  const sent = queue.sent.length;
  const { result, written } = await costOf(work);
  expect(written, 'rows written').toBe(0);
  expect(queue.sent.length - sent, 'messages sent').toBe(0);
  return result;
}
