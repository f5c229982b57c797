import type { Context } from 'hono';
import type { VerifiedKey } from '../api-keys/cache.ts';
import { noteUse } from '../api-keys/store/note-use.ts';
import { openDatabase } from '../db/client.ts';
import { Meter } from '../db/meter.ts';
import type { AppEnv } from '../http/app-env.ts';
import { report } from '../lib/report.ts';

/** How old, in milliseconds, a note of a key's use may be before the next request renews it. */
const noteLifetime = 3_600_000;

async function note(binding: D1Database, apiKeyId: string, now: number): Promise<void> {
  try {
    await noteUse(openDatabase(binding, 'first-primary', new Meter()), apiKeyId, now, now - noteLifetime);
  } catch (error) {
    report('note the use of a key', error, { apiKeyId });
  }
}

/**
 * Notes that a key is used, if the last note is an hour old. No request waits for the note, and none fails when D1
 * does not write it: keys may read even when D1 writes nothing.
 */
export function noteKeyUse(c: Context<AppEnv>, binding: D1Database, key: VerifiedKey): void {
  const now = Date.now();
  if (now - (key.lastUsedAt ?? 0) < noteLifetime) return;
  // The key stays in the cache of this isolate, whose next requests must not note it again.
  key.lastUsedAt = now;
  c.executionCtx.waitUntil(note(binding, key.apiKeyId, now));
}
