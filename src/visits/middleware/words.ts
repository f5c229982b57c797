import { omit, pick } from 'es-toolkit/object';
import type { Context } from 'hono';
import { isOutage } from '../../db/outage.ts';
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
const wordsOf = ({ content, experiment, ...resolution }: PageLinkResolution): PageLinkResolution => ({
  ...pick(resolution, ['pageLinkId', 'path', 'source', 'pageId', 'audienceId', 'versionId', 'preview']),
  content: contentFor(content),
  experiment: experiment && {
    ...experiment,
    arms:
      experiment.arms?.map(({ versionNumber: _, ...arm }) => ({
        ...arm,
        content: contentFor(arm.content),
      })) ?? null,
  },
});
const contentFor = (content: PageLinkResolution['content']) =>
  omit(content, ['actionFormInstructions', 'supplementaryContext']);

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
  await takeGuessTokens(c, guesses.length);
}

/**
 * Throws the error with which D1 did not say who has a path. It counts as a guess, so that the refusal of a personal
 * path, of which there is a copy, does not tell it from others. Throws `rate_limited` in its place.
 */
export async function takeUnknown(c: Context<AppEnv>, error: unknown): Promise<never> {
  if (isOutage(error) && isWordsOnly(c.var.apiKey)) await takeGuessTokens(c, 1);
  throw error;
}

async function takeGuessTokens(c: Context<AppEnv>, count: number): Promise<void> {
  try {
    await Promise.all(Array.from({ length: count }, () => takeAddressToken(c, 'guess')));
  } catch (error) {
    if (error instanceof FootfallError && error.code === 'rate_limited') noteRefusal(c, 'paths', 'slowed');
    throw error;
  }
}
