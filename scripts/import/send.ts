import {
  createFootfall,
  createPersonLogs,
  type Footfall,
  isProblem,
  writeAccounts,
  writePersons,
} from '#footfall/client';
import type { Request } from '../../src/lib/import/batch.ts';
import type { Result, Send } from '../../src/lib/import/send.ts';
import { UserError } from '../lib/settings.ts';

/** How long an answer may take, in milliseconds. The service waits 10 seconds for its database. */
const longest = 60_000;

/** A client that does not wait for ever. An import sends again what failed, so the client does not. */
const clientOf = (baseUrl: string, key: string): Footfall =>
  createFootfall({
    baseUrl,
    key,
    retries: 0,
    fetch: async (request) => {
      // AbortSignal.timeout would keep each request in memory for its whole time.
      const end = new AbortController();
      const timer = setTimeout(() => end.abort(), longest);
      try {
        return await fetch(request, { signal: AbortSignal.any([request.signal, end.signal]) });
      } finally {
        clearTimeout(timer);
      }
    },
  });

/** How rows are sent to a deployment. */
export function senderOf(baseUrl: string, apiKey: string): Send {
  const client = clientOf(baseUrl, apiKey);
  return async ({ kind, writes, key, onConflict, isDryRun }: Request): Promise<Result[]> => {
    if (kind === 'logs') {
      const { data } = await createPersonLogs({ client, body: { writes: writes as never } });
      return data.results as Result[];
    }
    if (kind === 'accounts') {
      const headers = key === undefined ? {} : { 'Idempotency-Key': key };
      const body = { accounts: writes as never, onConflict, dryRun: isDryRun };
      const { data, response } = await writeAccounts({ client, body, headers });
      const replayed = response.headers.has('Idempotent-Replayed');
      return data.results.map((result) => ({ ...result, replayed })) as Result[];
    }
    const body = { persons: writes as never, onConflict, dryRun: isDryRun };
    const { data } = await writePersons({ client, body });
    return data.results as Result[];
  };
}

/** What ended an import, in a sentence, if it is nothing of the program. */
export function reasonOf(error: unknown, address: string): UserError | undefined {
  if (!isProblem(error)) return undefined;
  if (error.code === 'network_failed')
    return new UserError(`nothing answers on ${address}. Run the same command again to go on.`);
  return new UserError(`${error.message} Run the same command again to go on.`);
}
