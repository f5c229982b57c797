import { omit, pick } from 'es-toolkit/object';
import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { takeAddressToken } from '../../http/middleware/rate-limit.ts';
import { isWordsOnly } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { Tagged } from '../../lib/precondition.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { PageLinkResolution } from '../page-links/resolve-schemas.ts';
import { noteRefusal } from './visit-origin.ts';

/** What is found for a visitor. */
interface Outcome {
  value: PageLinkResolution;
  etag?: string;
  /** Whether the link was made for one person. */
  isPersonal: boolean;
}

/** What a visitor may see: no notes for who writes or builds, no person, and nothing of what is not published. */
const wordsOf = ({ content, ...resolution }: PageLinkResolution): PageLinkResolution => ({
  ...pick(resolution, ['pageLinkId', 'path', 'source', 'pageId', 'audienceId', 'versionId', 'preview']),
  content: omit(content, ['actionFormInstructions', 'supplementaryContext']),
});

/** What the key of a request gets of an outcome. */
export function shownTo(c: Context<AppEnv>, { value, etag = '' }: Outcome): Tagged<PageLinkResolution> {
  if (!isWordsOnly(c.var.apiKey)) return { value, etag };
  const words = wordsOf(value);
  // The tag of the whole answer has the id of a person.
  return { value: words, etag: sha256(JSON.stringify(words)) };
}

/**
 * Lets the client keep the answer for a minute, and no cache that others share: an answer depends on the key, and not
 * every such cache compares `Vary`.
 */
export function keepAMinute(c: Context<AppEnv>): void {
  c.header('Cache-Control', 'private, max-age=60');
  c.header('Vary', 'x-api-key', { append: true });
}

/**
 * Counts what may have been guessed with a key that everyone can have against a limit of the address: paths that nobody
 * has and those made for a person, so that the refusal does not tell them apart. Throws `rate_limited`.
 */
export async function takeGuesses(c: Context<AppEnv>, outcomes: (Outcome | undefined)[]): Promise<void> {
  if (!isWordsOnly(c.var.apiKey)) return;
  const guesses = outcomes.filter((outcome) => !outcome || outcome.isPersonal);
  for (const outcome of guesses) if (!outcome) noteRefusal(c, 'paths', 'missed');
  try {
    await Promise.all(guesses.map(() => takeAddressToken(c, 'guess')));
  } catch (error) {
    if (error instanceof FootfallError && error.code === 'rate_limited') noteRefusal(c, 'paths', 'slowed');
    throw error;
  }
}
