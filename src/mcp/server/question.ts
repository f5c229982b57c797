import type { Content } from '../../content/pages/content-schemas.ts';
import { visible } from '../../lib/visible.ts';
import type { Change } from './change.ts';

/** The most characters of a text that a question has. Of a longer one it says where the rest can be read. */
const longestText = 1000;
/** The most characters of a text that is replaced. */
const longestBefore = 200;

/** All fields that visitors or their browsers get, by the names that a person knows. Empty ones have no text. */
function fieldsOf(content: Content): Map<string, string> {
  const { metadata, ...rest } = content;
  return new Map([
    ['Context', rest.supplementaryContext ?? ''],
    ['Action URL', rest.actionUrl ?? ''],
    ['Action form', rest.actionFormId ?? ''],
    ['Instructions of the form', rest.actionFormInstructions ?? ''],
    ['Title of the page', rest.title],
    ['URL of the page', rest.url],
    ...Object.entries(metadata).map(([name, value]): [string, string] => [
      `Metadata ${name}`,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  ]);
}

/** A text in which no line can be taken for one of the question: each of several lines is marked. */
function quoted(text: string, address: string): string {
  const rest =
    text.length > longestText
      ? `\n(These are the first ${longestText} of ${text.length} characters. Read the rest at ${address})`
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
 * The question to a user: everything that goes live, and what it replaces. A text is in it whole, or with its length and
 * the address where it can be read. Invisible characters are seen.
 */
export function questionOf({ audience, content, live, links, hasMoreLinks }: Change, origin: string): string {
  const { effectiveName, latestVersion, publishedVersion, pageId, audienceId } = audience;
  const address = `${origin}/console/#/pages/${pageId}/audiences/${audienceId}`;
  const old = live && fieldsOf(live);
  const fields = [...fieldsOf(content)];
  const changed = fields.filter(([name, text]) => text !== (old?.get(name) ?? ''));
  const same = fields.filter(([name, text]) => text !== '' && text === old?.get(name));
  const lines = [
    `Publish version ${latestVersion.versionNumber} of this audience?`,
    // A name may be one that somebody else chose, with quotes: it is in no sentence.
    `Audience:${quoted(effectiveName, address)}`,
    publishedVersion
      ? `It replaces version ${publishedVersion.versionNumber}.`
      : 'Nothing is live there yet.',
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
