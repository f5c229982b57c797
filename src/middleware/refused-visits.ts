import type { Context } from 'hono';
import { openDatabase } from '../db/client.ts';
import { Meter } from '../db/meter.ts';
import type { AppEnv } from '../http/app-env.ts';
import { minuteMs } from '../lib/durations.ts';
import { normaliseOrigin } from '../lib/host.ts';
import { report } from '../lib/report.ts';
import { isPrivate } from '../visits/leave-out.ts';
import { longestOrigin, refusedOfDay } from '../websites/limits.ts';
import { noteRefused } from '../websites/store/refused.ts';
import { databaseOf } from '../workspaces.ts';

/** How often an isolate writes what it refused in a minute. More than this waits for the next minute. */
const writesAMinute = 10;

/** What an isolate refused of a workspace. */
interface Refused {
  /** The start of the minute of `writes`, in milliseconds since 1970. */
  since: number;
  writes: number;
  /** Requests that are not written yet, by origin. */
  waiting: Map<string, number>;
}
const refused = new Map<string, Refused>();

async function write(binding: D1Database, counts: Map<string, number>, now: number): Promise<void> {
  try {
    await noteRefused(openDatabase(binding, 'first-primary', new Meter()), counts, now);
  } catch (error) {
    report('note refused visits', error, {});
  }
}

/** Whether a browser may have sent this origin: anyone can send any text. */
export const isOrigin = (origin: string) =>
  origin.length <= longestOrigin && normaliseOrigin(origin) === origin;

/**
 * Counts a visit that was refused for its origin, unless its visitor asks not to be tracked. No request waits for it. A
 * flood writes ten times a minute in an isolate, and 20 origins at most each time.
 */
export function noteRefusal(c: Context<AppEnv>, origin: string): void {
  const { workspace } = c.var;
  const binding = databaseOf(c.env, workspace);
  if (!binding || !isOrigin(origin) || isPrivate(c)) return;
  const now = Date.now();
  const known = refused.get(workspace);
  const state =
    // A clock may be set back.
    known && Math.abs(now - known.since) < minuteMs
      ? known
      : { since: now, writes: 0, waiting: known?.waiting ?? new Map<string, number>() };
  refused.set(workspace, state);
  const { waiting } = state;
  const isWritten = state.writes < writesAMinute;
  if (isWritten || waiting.size < refusedOfDay || waiting.has(origin))
    waiting.set(origin, (waiting.get(origin) ?? 0) + 1);
  if (!isWritten) return;
  state.writes++;
  state.waiting = new Map();
  c.executionCtx.waitUntil(write(binding, waiting, now));
}
