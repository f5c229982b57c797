import { transitionError } from '../../content/audiences/lifecycle.ts';
import type { Content } from '../../content/pages/content-schemas.ts';
import type { FieldValue } from '../../content/pages/fields.ts';
import { visible } from '../../lib/visible.ts';
import { type AudienceAnswer, audience as audienceAnswer } from './answers.ts';
import { ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';
import type { Caller } from './caller.ts';
import { addressesOf, audiencePath, listLinks } from './links.ts';

const contentPath = `${audiencePath}/versions/{versionId}/content`;

/** What publishing the latest version of an audience would change. */
interface Change {
  audience: AudienceAnswer;
  /** The `ETag` of the audience. It changes with everything that is shown here except links. */
  etag: string;
  /** What visitors would see. */
  content: Content;
  /** What they see now, if something is live. */
  live: Content | undefined;
  /** The newest links that lead to the audience. */
  links: string[];
  hasMoreLinks: boolean;
}

/** What a confirmation has of a draft that was described. */
export type Draft = {
  versionId: string;
  /** The `ETag` of the audience. */
  etag: string;
};

/** The links of an audience, with their hosts. */
async function linksOf(given: Arguments, caller: Caller): Promise<Pick<Change, 'links' | 'hasMoreLinks'>> {
  const { items, hasMore } = await listLinks(given, caller, 20);
  return { links: await addressesOf(items, caller), hasMoreLinks: hasMore };
}

/** What publishing would change, if the latest version may be published. Throws `invalid_transition`. */
export async function changeOf(given: Arguments, caller: Caller): Promise<Change> {
  // First, so that a later change of the rest does not match the tag.
  const { body, etag } = await ask(caller, { method: 'GET', path: filled(audiencePath, given) });
  const audience = audienceAnswer.parse(body);
  const { latestVersion, publishedVersion, archivedAt } = audience;
  if (!latestVersion.allowedActions.includes('publish'))
    throw transitionError('publish', { ...latestVersion, archived: archivedAt !== null });
  const contentOf = async ({ versionId }: { versionId: string }) => {
    const path = filled(contentPath, { ...given, versionId });
    return ((await ask(caller, { method: 'GET', path })).body as { content: Content }).content;
  };
  const [content, live, links] = await Promise.all([
    contentOf(latestVersion),
    publishedVersion ? contentOf(publishedVersion) : undefined,
    linksOf(given, caller),
  ]);
  return { audience, etag: etag ?? '', content, live, ...links };
}

/** The most characters of a text that a question has. Of a longer one it says where the rest can be read. */
const longestText = 1000;
/** The most characters of a text that is replaced. */
const longestBefore = 200;

/** A value of a field of the page, as a person reads it: an item of a list a line. */
export function textOf(value: FieldValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join('\n');
  return value.alt === '' ? value.url : `${value.url}\n${value.alt}`;
}

/** All fields that visitors or their browsers get, by the names that a person knows. Empty ones have no text. */
function fieldsOf(content: Content): Map<string, string> {
  const { metadata, fields, ...rest } = content;
  return new Map([
    ['Context', rest.supplementaryContext ?? ''],
    ['Action URL', rest.actionUrl ?? ''],
    ['Action form', rest.actionFormId ?? ''],
    ['Instructions of the form', rest.actionFormInstructions ?? ''],
    ['Title of the page', rest.title],
    ['URL of the page', rest.url],
    ...Object.entries(fields).map(([name, value]): [string, string] => [`Field ${name}`, textOf(value)]),
    ...Object.entries(metadata).map(([name, value]): [string, string] => [
      `Metadata ${name}`,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  ]);
}

/**
 * A text in which no line can be taken for one of the question: each of several lines is marked. `address`: where a long
 * one can be read.
 */
export function quoted(text: string, address?: string): string {
  const where = address === undefined ? '' : ` Read the rest at ${address}`;
  const rest =
    text.length > longestText
      ? `\n(These are the first ${longestText} of ${text.length} characters.${where})`
      : '';
  const lines = text.slice(0, longestText).split(/\r\n?|\n/);
  return lines.length === 1 && !rest ? ` ${text}` : `\n> ${lines.join('\n> ')}${rest}`;
}

/** What a text replaces, in one line. */
function before(text: string | undefined): string {
  if (text === undefined) return '';
  const isShort = text.length <= longestBefore && !/[\r\n]/.test(text);
  return `\n  before:${text === '' ? ' nothing' : isShort ? ` ${text}` : ` ${text.length} characters`}`;
}

/**
 * The question to a user: what is asked, everything that visitors would get, and what it replaces. A text is in it whole, or with its length and
 * the address where it can be read. Invisible characters are seen.
 */
export function questionOf(
  { audience, content, live, links, hasMoreLinks }: Change,
  origin: string,
  asked: string,
  says: string,
): string {
  const { effectiveName, pageId, audienceId } = audience;
  const address = `${origin}/console/#/pages/${pageId}/audiences/${audienceId}`;
  const old = live && fieldsOf(live);
  const fields = [...fieldsOf(content)];
  const changed = fields.filter(([name, text]) => text !== (old?.get(name) ?? ''));
  const same = fields.filter(([name, text]) => text !== '' && text === old?.get(name));
  const lines = [
    asked,
    // A name may be one that somebody else chose, with quotes: it is in no sentence.
    `Audience:${quoted(effectiveName, address)}`,
    says,
    '',
    ...changed.map(
      ([name, text]) =>
        `${name}:${text === '' ? ' nothing' : quoted(text, address)}${before(old?.get(name))}`,
    ),
    ...(same.length > 0 ? [`As before: ${same.map(([name]) => name).join(', ')}.`] : []),
    `Links that lead to it: ${links.join(' , ') || 'none'}${hasMoreLinks ? ' , and more' : ''}`,
    `All of it: ${address}`,
  ];
  return visible(lines.join('\n')).toWellFormed();
}
