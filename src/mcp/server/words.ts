import type { Audience, AudienceInFull } from '../../content/audiences/schemas.ts';
import type { Content } from '../../content/pages/content-schemas.ts';
import { validationError } from '../../lib/errors.ts';
import type { Arguments } from './arguments.ts';

const groups = ['fieldOverrides', 'metadataOverride'] as const;
const singles = ['actionUrlOverride', 'supplementaryContext'] as const;

/** A word by its place in a request: `fieldOverrides.hero`, or `actionUrlOverride`. */
interface Word {
  group: (typeof groups)[number] | undefined;
  name: string;
  value: unknown;
}

/** The words in the arguments of a tool. */
export const wordsIn = (given: Arguments): Word[] => [
  ...groups.flatMap((group) =>
    Object.entries((given[group] ?? {}) as object).map(([name, value]) => ({ group, name, value })),
  ),
  ...singles.flatMap((name) => (name in given ? [{ group: undefined, name, value: given[name] }] : [])),
];

/** The refusal of a call that names no words. */
export const noWords = () =>
  validationError([
    {
      in: 'body',
      path: '',
      code: 'required',
      message: `must have words: one of ${[...groups, ...singles].join(', ')}`,
    },
  ]);

type Values = Record<string, unknown>;
const memberOf = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Values)[name] : undefined;

/** One text for each value: the many kinds of nothing are one, and so are an image with and without an empty text. */
function comparable(value: unknown): string {
  const { url, alt } = (typeof value === 'object' ? (value ?? {}) : {}) as Values;
  const isEmpty = value == null || value === '' || url === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return 'null';
  return JSON.stringify(url === undefined ? value : { ...(value as object), url, alt: alt ?? '' });
}

/** What an audience says for a word, in place of the page. */
const overrideOf = (audience: Audience, { group, name }: Word) =>
  memberOf(group ? audience[group] : audience, name);

/** The words that are other than those of the draft. One that the API does not know is too, so that it is refused. */
export const differing = (words: Word[], audience: Audience): Word[] =>
  words.filter((word) => {
    const isUnknown =
      word.group === 'metadataOverride' && !Object.hasOwn(audience.metadataOverride, word.name);
    return isUnknown || comparable(word.value) !== comparable(overrideOf(audience, word));
  });

/** The body of a request that sets words. */
export function bodyOf(words: Word[]): Values {
  const of = (wanted: Word['group']) =>
    Object.fromEntries(words.filter(({ group }) => group === wanted).map(({ name, value }) => [name, value]));
  const filledGroups = groups.filter((name) => words.some(({ group }) => group === name));
  return { ...of(undefined), ...Object.fromEntries(filledGroups.map((name) => [name, of(name)])) };
}

/** A word as the draft has it, with what the page says in its place. */
function draftOf(audience: Audience, word: Word): unknown {
  const { group, name } = word;
  if (!group) return overrideOf(audience, word);
  return memberOf(group === 'fieldOverrides' ? audience.effectiveFields : audience.effectiveMetadata, name);
}

/** A word as visitors get it, if something is live. */
function liveOf(live: Content | null, { group, name }: Word): unknown {
  if (!live) return undefined;
  if (group) return memberOf(group === 'fieldOverrides' ? live.fields : live.metadata, name);
  return name === 'actionUrlOverride' ? live.actionUrl : live.supplementaryContext;
}

/** What tools that write words answer. */
export interface WordsAnswer {
  versionNumber: number;
  words: { word: string; before?: unknown; draft: unknown; live: unknown }[];
  visitors: string;
}

/** The words of a call as the draft has them, beside what was there before and what visitors get. */
export function wordsBeside(words: Word[], audience: AudienceInFull, before?: Audience): WordsAnswer {
  const { latestVersion, publishedVersion, archivedAt } = audience;
  const isLive = publishedVersion !== null && archivedAt === null;
  return {
    versionNumber: latestVersion.versionNumber,
    words: words.map((word) => ({
      word: word.group ? `${word.group}.${word.name}` : word.name,
      ...(before && { before: draftOf(before, word) ?? null }),
      draft: draftOf(audience, word) ?? null,
      live: liveOf(audience.liveContent, word) ?? null,
    })),
    visitors: `Visitors see nothing of a draft. They get ${
      isLive ? `version ${publishedVersion.versionNumber}` : 'the words of the page'
    } until the user agrees to publish_audience.`,
  };
}
