import type { Context } from 'hono';
import { openDatabase } from '../../db/client.ts';
import { Meter } from '../../db/meter.ts';
import type { AppEnv } from '../../http/app-env.ts';
import type { VerifiedKey } from '../../lib/api-key.ts';
import { dayMs, hourMs } from '../../lib/durations.ts';
import { report } from '../../lib/report.ts';
import { noteUse } from '../api-keys/store/note-use.ts';

/**
 * How old, in milliseconds, a note of a key's use may be before the next request renews it: an hour. A key that only
 * collects visits is used by every visitor of a website, so its note is renewed once a day.
 */
const noteLifetimeOf = ({ scopes }: VerifiedKey): number =>
  scopes.every((scope) => scope === 'collect') ? dayMs : hourMs;

async function note(binding: D1Database, apiKeyId: string, now: number, before: number): Promise<void> {
  try {
    await noteUse(openDatabase(binding, 'first-primary', new Meter()), apiKeyId, now, before);
  } catch (error) {
    report('note the use of a key', error, { apiKeyId });
  }
}

/** Notes that a key is used, if the last note is old. No request waits for the note, or fails with it. */
export function noteKeyUse(c: Context<AppEnv>, binding: D1Database, key: VerifiedKey): void {
  const now = Date.now();
  const before = now - noteLifetimeOf(key);
  if ((key.lastUsedAt ?? 0) > before) return;
  // The key stays in the cache of this isolate, whose next requests must not note it again.
  key.lastUsedAt = now;
  c.executionCtx.waitUntil(note(binding, key.apiKeyId, now, before));
}
