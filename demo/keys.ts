import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFootfall, createApiKey as createKey, FootfallProblem, listAccounts } from '#footfall/client';
import type { Databases } from '../scripts/d1/sql.ts';
import { UserError } from '../scripts/lib/settings.ts';
import { insertKey } from '../src/access/api-keys/store/create.ts';
import { newKeyRow } from '../src/access/api-keys/store/internal.ts';
import { createApiKey } from '../src/lib/api-key.ts';

const demoKeyFile = (folder: string) => path.join(folder, 'demo-key');

function keep(file: string, key: string): string {
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/** The key in a file, if a read with it gives the expected status. */
async function keptKey(file: string, address: string, expected: number): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const key = readFileSync(file, 'utf8').trim();
  const client = createFootfall({ baseUrl: address, key });
  const status = await listAccounts({ client, query: { limit: 1 } }).then(
    ({ response }) => response.status,
    (error: unknown) => (error instanceof FootfallProblem ? error.status : undefined),
  );
  return status === expected ? key : undefined;
}

/** The key that `npm start` created in a state folder. Throws UserError when there is none. */
export function storedKey(folder: string): string {
  try {
    return readFileSync(demoKeyFile(folder), 'utf8').trim();
  } catch {
    throw new UserError(`no demo key in ${folder}: set API_KEY, or STATE_DIR as for npm start.`);
  }
}

/** The key in the state folder, if the server accepts it, or a new one. For local use only. */
export async function demoKey(folder: string, address: string, { run }: Databases): Promise<string> {
  const file = demoKeyFile(folder);
  const kept = await keptKey(file, address, 200);
  if (kept) return kept;
  const key = createApiKey('main');
  const row = newKeyRow(key, { name: 'demo', scopes: ['read', 'write', 'admin'] }, Date.now());
  await run('DB', [insertKey(row)]);
  return keep(file, key);
}

/** The key of the demo website. It is in each page: it can only send visits, and read what visitors see. */
export async function websiteKey(folder: string, address: string, key: string): Promise<string> {
  const file = path.join(folder, 'demo-website-key');
  // 403: the key is valid, but may not read.
  const kept = await keptKey(file, address, 403);
  if (kept) return kept;
  const client = createFootfall({ baseUrl: address, key });
  const body = { name: 'demo website', scopes: ['collect' as const, 'resolve' as const] };
  const { data } = await createKey({ client, body }).catch((error: unknown) => {
    throw error instanceof FootfallProblem
      ? new UserError(`no key for the demo website: ${error.message}`)
      : error;
  });
  return keep(file, data.key);
}
