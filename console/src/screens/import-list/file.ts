import { createPersonLogs, writeAccounts, writePersons } from '@footfall/client';
import { type Look, lookThrough } from '../../../../src/lib/import/look.ts';
import type { Result, Send } from '../../../../src/lib/import/send.ts';
import type { Open } from '../../../../src/lib/import/text.ts';
import { askOnce, askResponseOnce } from '../../data/api.ts';

/** A file of this computer, as it is read in parts. */
export const openFile = (file: Blob): Open =>
  async function* open() {
    const reader = file.stream().getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  };

/** A file that was chosen, and what is known of it. */
export interface Source {
  file: File;
  look: Look;
}

/** Reads a file once. Throws NoTable if it is no list. */
export const readSource = async (file: File): Promise<Source> => ({
  file,
  look: await lookThrough(openFile(file)),
});

/** Sends rows with the key of the session. */
export const sendRows: Send = async ({ kind, writes, key, onConflict, isDryRun }) => {
  if (kind === 'accounts') {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    const body = { accounts: writes as never, onConflict, dryRun: isDryRun };
    const { data, response } = await askResponseOnce(writeAccounts, { body, headers });
    const replayed = response.headers.has('Idempotent-Replayed');
    return data.results.map((result) => ({ ...result, replayed })) as Result[];
  }
  const { results } =
    kind === 'logs'
      ? await askOnce(createPersonLogs, { body: { writes: writes as never } })
      : await askOnce(writePersons, { body: { persons: writes as never, onConflict, dryRun: isDryRun } });
  return results as Result[];
};
