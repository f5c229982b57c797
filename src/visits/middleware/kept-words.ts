import type { Context } from 'hono';
import { verifyAgain } from '../../access/middleware/api-key.ts';
import { databaseOf } from '../../config/workspaces.ts';
import { isOutage, wordsBreaker } from '../../db/outage.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { dropCopy, findCopy, keepCopy } from '../../http/copies.ts';
import { report } from '../../lib/report.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { Asked } from '../page-links/store/find.ts';
import { type Resolved, resolvePageLink } from '../page-links/store/resolve.ts';

/** Whether a copy can answer a request: no preview, which is never kept. */
export const hasCopies = ({ req }: Context<AppEnv>): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && req.query('preview') === undefined;

const nameOf = (asked: Asked) => `words/${sha256(JSON.stringify(asked))}`;

/** Keeps what was found, as it was at a time. */
function keep(c: Context<AppEnv>, asked: Asked, found: Resolved | undefined, at: number): void {
  const { workspace } = c.var;
  if (!found) {
    dropCopy(workspace, nameOf(asked));
    return;
  }
  const { pageLinkId, audienceId, personId = null } = found.value;
  const of = [pageLinkId, audienceId, personId].filter((id) => id !== null);
  keepCopy(c, workspace, nameOf(asked), { value: found, at, mark: found.etag, of });
}

/** Asks D1 for the key and the words that a copy has answered for, and so whether it answers again. */
async function askAgain(c: Context<AppEnv>, binding: D1Database, asked: Asked): Promise<void> {
  const { openPatiently } = c.var;
  if (!openPatiently) return;
  try {
    await wordsBreaker.noting(binding, async () => {
      const db = openPatiently();
      await verifyAgain(c, db);
      const at = Date.now();
      keep(c, asked, await resolvePageLink(db, asked), at);
    });
  } catch (error) {
    report('ask the database again', error, { requestId: c.var.requestId });
  }
}

interface FoundWords {
  found: Resolved | undefined;
  /** When a copy was made that is what was found, in milliseconds. */
  copiedAt?: number;
}

/**
 * What a visitor of a path or an address gets; undefined if nobody has it. While D1 does not answer, or only late: a
 * copy of what it was within the last hour. Throws `database_unavailable` where there is none.
 */
export async function findWords(c: Context<AppEnv>, asked: Asked): Promise<FoundWords> {
  const { db, openPatiently, workspace } = c.var;
  const binding = databaseOf(c.env, workspace);
  const at = Date.now();
  try {
    const found = await resolvePageLink(db, asked);
    keep(c, asked, found, at);
    return { found };
  } catch (error) {
    if (!isOutage(error) || !openPatiently) throw error;
    const copy = await findCopy<Resolved>(c.env, workspace, nameOf(asked));
    if (!copy) return { found: await resolvePageLink(openPatiently(), asked) };
    if (binding && wordsBreaker.takesProbe(binding)) c.executionCtx.waitUntil(askAgain(c, binding, asked));
    return { found: copy.value, copiedAt: copy.at };
  }
}

/** Says that an answer is a copy, and how old (RFC 9111, 5.1). No cache keeps it longer. */
export function stateAge(headers: Headers, copiedAt: number): void {
  headers.set('Age', String(Math.max(0, Math.round((Date.now() - copiedAt) / 1000))));
  headers.set('Cache-Control', 'private, max-age=0');
  headers.set('footfall-copy', '1');
}
