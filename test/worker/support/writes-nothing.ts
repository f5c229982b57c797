import { makeKeys } from './client.ts';
import { heldMessages } from './held-queue.ts';
import { costOf } from './statements.ts';

/**
 * Holds that the work writes no row, not even the value that it has already, and sends no message to a held queue.
 * This is the cheap form: D1 counts the rows that each statement of the service writes. Put many requests into one
 * call. The dear form, `contents()` of client.ts before and after, reads all tables; it is for work that may write some
 * rows but not others. Nothing else may run meanwhile.
 */
export async function writesNothing<T>(work: () => Promise<T>): Promise<T> {
  await makeKeys();
  const before = heldMessages();
  const { result, written } = await costOf(work);
  expect(written, 'rows written').toBe(0);
  expect(heldMessages() - before, 'messages sent').toBe(0);
  return result;
}
