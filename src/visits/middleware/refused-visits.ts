import type { Context } from 'hono';
import { databaseOf } from '../../config/workspaces.ts';
import { openDatabase } from '../../db/client.ts';
import { Meter } from '../../db/meter.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { minuteMs } from '../../lib/durations.ts';
import { normaliseOrigin } from '../../lib/host.ts';
import { report } from '../../lib/report.ts';
import { isPrivate } from '../beacons/leave-out.ts';
import { longestOrigin, longestPageId, refusedOfDay } from '../websites/limits.ts';
import { type Counts, type Kind, noteRefused } from '../websites/store/refused.ts';

/** How often an isolate writes what it refused in a minute. More than this waits for the next minute. */
const writesAMinute = 10;

/** What an isolate refused of a workspace. */
interface Refused {
  /** The start of the minute of `writes`. */
  since: number;
  writes: number;
  /** Requests that are not written yet, by what they said. */
  waiting: Map<string, number>;
}
const refused = { origins: new Map<string, Refused>(), pages: new Map<string, Refused>() };

async function write(binding: D1Database, kind: Kind, counts: Counts, now: number): Promise<void> {
  try {
    await noteRefused(openDatabase(binding, 'first-primary', new Meter()), kind, counts, now);
  } catch (error) {
    report('note refused visits', error, {});
  }
}

/** Whether a browser may have sent this origin: anyone can send any text. */
export const isOrigin = (origin: string): boolean =>
  origin.length <= longestOrigin && normaliseOrigin(origin) === origin;
const isKept = {
  origins: isOrigin,
  pages: (pageId: string) => pageId.length <= longestPageId,
};

/**
 * Counts a visit that cannot count for its origin or its page, unless its visitor asks not to be tracked. No request
 * waits for it. A flood writes ten times a minute in an isolate, and 20 origins or pages at most each time.
 */
export function noteRefusal(c: Context<AppEnv>, kind: Kind, said: string): void {
  const { workspace } = c.var;
  const binding = databaseOf(c.env, workspace);
  if (!binding || !isKept[kind](said) || isPrivate(c)) return;
  const now = Date.now();
  const known = refused[kind].get(workspace);
  const state =
    // A clock may be set back.
    known && Math.abs(now - known.since) < minuteMs
      ? known
      : { since: now, writes: 0, waiting: known?.waiting ?? new Map<string, number>() };
  refused[kind].set(workspace, state);
  const { waiting } = state;
  const isWritten = state.writes < writesAMinute;
  if (isWritten || waiting.size < refusedOfDay || waiting.has(said))
    waiting.set(said, (waiting.get(said) ?? 0) + 1);
  if (!isWritten) return;
  state.writes++;
  state.waiting = new Map();
  c.executionCtx.waitUntil(write(binding, kind, waiting, now));
}
