import type { Context } from 'hono';
import { verifyAgain } from '../../access/middleware/api-key.ts';
import { databaseOf } from '../../config/workspaces.ts';
import type { Database } from '../../db/client.ts';
import { isOutage, wordsBreaker } from '../../db/outage.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { dropCopy, findCopy, keepCopy } from '../../http/copies.ts';
import { bookmarkHeader } from '../../http/middleware/headers.ts';
import { report } from '../../lib/report.ts';
import { sha256 } from '../../lib/sha256.ts';
import { type Address, addressOf } from '../page-links/address.ts';
import { type Asked, pathsOf } from '../page-links/store/find.ts';
import { type Resolved, resolvePageLink } from '../page-links/store/resolve.ts';
import { answerVersion } from '../page-links/store/served.ts';

/**
 * Whether a copy can answer a request: no preview, which is never kept, and no bookmark, which a copy may be older than.
 * With a bookmark or `first-unconstrained`, D1 may answer from a replica, which may be older than an end.
 */
export const hasCopies = ({ req }: Context<AppEnv>): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  req.query('preview') === undefined &&
  (req.header(bookmarkHeader) ?? 'first-primary') === 'first-primary';

/** A question, taken apart once. */
interface Question {
  asked: Asked;
  /** Of a question for an address that is none: undefined, as of one for a path. */
  address: Address | undefined;
  /** Undefined if no link can have it. */
  path: string | undefined;
}

function questionOf(asked: Asked): Question {
  if (!('url' in asked)) return { asked, address: undefined, path: asked.path };
  const address = addressOf(asked.url);
  return { asked, address, path: address?.path };
}

/** A name for each place where a question finds words: a link on a domain, a link on none, and the page itself. */
function namesOf({ asked, address, path }: Question) {
  const nameOf = (...place: (string | undefined)[]) =>
    `words/${sha256(JSON.stringify([answerVersion, ...place]))}`;
  if (!('url' in asked)) {
    const { tenantDomainId } = asked;
    const link = nameOf(tenantDomainId, path);
    return tenantDomainId === undefined ? { onFallback: link } : { onDomain: link };
  }
  const [origin] = address?.origins.toSorted() ?? [];
  return {
    onDomain: nameOf(address?.domain, path),
    onFallback: nameOf(origin, path),
    ofPage: nameOf(address?.urls[0]),
  };
}

/** The names for a link that is pasted from a sentence, without what the sentence has left at its end. */
function namesOfPasted(question: Question): string[] {
  const { path } = question;
  const [, other] = path === undefined ? [] : pathsOf(path);
  if (other === undefined) return [];
  const { onDomain, onFallback } = namesOf({ ...question, path: other });
  return [onDomain, onFallback].filter((name) => name !== undefined);
}

const queryOf = (url: string) => /[?#].*$/s.exec(url)?.[0] ?? '';

/**
 * The name for what was found. A link is at its path, whatever else an address says. A page is only at its own URL: an
 * address can say more in any number of ways, and each would be stored.
 */
function nameIn(
  question: Question,
  names: ReturnType<typeof namesOf>,
  { value }: Resolved,
): string | undefined {
  const { pageLinkId, tenantDomainId = null, path, content } = value;
  if (pageLinkId !== null) {
    const ofLink = path === null || path === question.path ? names : namesOf({ ...question, path });
    return tenantDomainId === null ? ofLink.onFallback : ofLink.onDomain;
  }
  const { asked } = question;
  const isOwn = 'url' in asked && queryOf(URL.parse(asked.url)?.href ?? '') === queryOf(content.url);
  return isOwn && !/\/\/(?=[?#]|$)/.test(asked.url) ? names.ofPage : undefined;
}

/** Keeps what was found, as it was at a time. */
function keep(c: Context<AppEnv>, question: Question, found: Resolved | undefined, at: number): void {
  const { workspace } = c.var;
  const names = namesOf(question);
  const kept = found && nameIn(question, names, found);
  for (const name of Object.values(names)) if (name !== kept) dropCopy(workspace, name);
  if (!found || kept === undefined) return;
  const { pageLinkId, audienceId, personId = null } = found.value;
  const of = [pageLinkId, audienceId, personId].filter((id) => id !== null);
  keepCopy(c, workspace, kept, { value: found, at, mark: found.etag, of });
}

/** Asks D1 as long as any request, and takes note of whether it answers again. */
const askPatiently = (c: Context<AppEnv>, binding: D1Database, db: Database, question: Question) =>
  wordsBreaker.noting(binding, async () => {
    const at = Date.now();
    const found = await resolvePageLink(db, question.asked);
    keep(c, question, found, at);
    return found;
  });

/** Asks D1 for the key and the words that a copy has answered for. */
async function askAgain(
  c: Context<AppEnv>,
  binding: D1Database,
  db: Database,
  question: Question,
): Promise<void> {
  try {
    await verifyAgain(c, db);
    await askPatiently(c, binding, db, question);
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
  if (!openPatiently || !binding) return { found: await resolvePageLink(db, asked) };
  const question = questionOf(asked);
  const at = Date.now();
  try {
    const found = await resolvePageLink(db, asked);
    keep(c, question, found, at);
    return { found };
  } catch (error) {
    if (!isOutage(error)) throw error;
    const patient = openPatiently();
    const copy =
      (await findCopy<Resolved>(c.env, workspace, Object.values(namesOf(question)))) ??
      (await findCopy<Resolved>(c.env, workspace, namesOfPasted(question)));
    if (!copy) return { found: await askPatiently(c, binding, patient, question) };
    if (wordsBreaker.takesProbe(binding)) c.executionCtx.waitUntil(askAgain(c, binding, patient, question));
    return { found: copy.value, copiedAt: copy.at };
  }
}

/** Says that an answer is a copy, and how old (RFC 9111, 5.1). */
export function stateAge(headers: Headers, copiedAt: number): void {
  headers.set('Age', String(Math.max(0, Math.round((Date.now() - copiedAt) / 1000))));
  headers.set('footfall-copy', '1');
}
