import { type Content, chosen, type Field, type Fields, type Image, type Metadata } from './answer.ts';
import type { Fetch, Found } from './ask.ts';
import { entriesOf, mergedFields } from './fields.ts';
import { find, say } from './find.ts';
import { usualDeadline } from './limits.ts';
import { type Environment, environment, type Opened, questionFor } from './settings.ts';

/** The website's own words: what visitors get where Footfall has none, or does not answer. */
export interface OwnWords<F extends Fields = Fields> {
  title?: string;
  description?: string;
  fields?: F;
}

/** Fields of the kinds that the website's own have. */
export type FieldsLike<F extends Fields> = {
  [K in keyof F]: F[K] extends string
    ? string
    : F[K] extends readonly unknown[]
      ? readonly string[]
      : F[K] extends Image
        ? Image
        : Field;
};

export interface Options<F extends Fields = Fields> {
  fallback?: OwnWords<F>;
  /**
   * Anything that is the same whenever this visitor comes, of 1 to 200 characters, such as an id of your own. It says which
   * version of a running test they get, and is not sent to Footfall. Without it, each request draws one.
   */
  visitor?: string | undefined;
  /** Draws the version of a test for a visitor who is not known, as a number from 0 up to 1: `Math.random` by default. */
  draw?: () => number;
  /** `FOOTFALL_URL`, `FOOTFALL_KEY` and the others. The environment of the process by default. */
  env?: Environment | undefined;
  /** How long a visitor waits for Footfall at most, in milliseconds: 800 by default. */
  deadline?: number;
  /** Sends the requests: `fetch` by default. */
  fetch?: Fetch;
}

/** What a visitor gets. It is plain data, and all texts are text: escape them where you write HTML. */
export interface Words<F extends Fields = Fields> {
  /**
   * `live`: at most a minute old. `stale`: at most an hour old, because Footfall does not answer. `none`: nobody has
   * words for this address. `fallback`: Footfall does not answer. In the last two the words are your own.
   */
  from: 'live' | 'stale' | 'none' | 'fallback';
  /** Whether the words are a draft, which only a preview shows. */
  isPreview: boolean;
  title: string;
  description: string;
  /** By the names of fields. One without words has your own, and so has one of another kind, or with a bad address. */
  fields: FieldsLike<F>;
  /** The rules of the robots meta tag: those of the page, and `noindex` for a preview and for a page of one person. */
  robots: string;
  /** Header fields of the page: its `robots`, and of a preview or a page in a test that no cache keeps it. */
  headers: Record<string, string>;
  /** The attributes of the tracker's script tag. None for a preview, and where Footfall knows no page. */
  tag: Record<string, string> | false | undefined;
  pageId?: string | undefined;
  pageLinkId?: string | null | undefined;
  audienceId?: string | null | undefined;
  versionId?: string | null | undefined;
  /** The running test of which the words are one version, and what stands for the visitor in it, if one is known. */
  experiment?: { experimentId: string; unit: string | null } | null | undefined;
  /** All that Footfall has answered, unchecked. */
  content?: Content | undefined;
}

/**
 * The words for the address that a visitor has opened. It never rejects: where Footfall does not answer in time, they
 * are those of before, at most an hour old, or else `fallback`.
 */
export async function wordsOf<F extends Fields>(
  opened: Opened,
  {
    fallback = {},
    visitor,
    draw = Math.random,
    env = environment(),
    deadline = usualDeadline,
    fetch: send = fetch,
  }: Options<F> = {},
): Promise<Words<F>> {
  const {
    FOOTFALL_URL: api,
    FOOTFALL_KEY: key = '',
    FOOTFALL_SITE: site,
    FOOTFALL_COLLECT_KEY: collectKey,
  } = env;
  let found: Found | undefined;
  let isPreviewAsked = false;
  try {
    const question = questionFor(opened, site, api as string);
    isPreviewAsked = question.searchParams.has('preview');
    found = await find(question, key, send, deadline);
  } catch {
    // Some runtimes name the address in the error: anyone could fill the memory and the log with others.
    say(api ? 'an address is no URL' : 'needs FOOTFALL_URL');
  }
  const answer = found?.answer && (await chosen(found.answer, visitor, draw));
  const { metadata = {} as Partial<Metadata>, fields } = answer?.content ?? {};
  const { title, description, robots: rules = [] } = metadata;
  const robots = isPreviewAsked ? 'noindex' : rules.join(', ');
  return {
    ...answer,
    from: found ? (answer ? (found.isOld ? 'stale' : 'live') : 'none') : 'fallback',
    isPreview: answer?.preview?.status === 'shown',
    title: title || fallback.title || '',
    description: description || fallback.description || '',
    fields: mergedFields(fallback.fields, fields),
    robots,
    headers: {
      ...((isPreviewAsked || answer?.experiment) && { 'cache-control': 'private, no-store' }),
      ...(robots && { 'x-robots-tag': robots }),
    },
    tag:
      // Only a key with `read` is told whom a link was made for. Such a key must not be in a page.
      answer &&
        !isPreviewAsked &&
        (collectKey || !('personId' in answer)) && {
          src: new URL('/visit.js', api).href,
          'data-key': collectKey || key,
          'data-page': answer.pageId,
          ...entriesOf(
            {
              'data-audience': answer.audienceId,
              'data-version': answer.versionId,
              'data-experiment': answer.experiment?.experimentId,
              'data-unit': answer.experiment?.unit,
            },
            (entry) => entry[1],
          ),
        },
  } as Words<F>;
}
