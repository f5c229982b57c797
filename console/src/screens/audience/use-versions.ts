import { type Audience, type AudienceVersion, listAudienceVersions, type Page } from '@footfall/client';
import { diffWordsWithSpace } from 'diff';
import { type ListState, useListOf } from '../../data/list.ts';
import { isScheduled } from '../audiences/state.tsx';
import { type Tests, testOf } from '../experiments/data.ts';
import type { AudiencePath } from './data.ts';
import { changesBetween, type Shown, type WordChange } from './words.ts';

/** The versions of an audience, newest first. */
export const useVersions = (path: AudiencePath): ListState<AudienceVersion> =>
  useListOf('audience-versions', listAudienceVersions, { path, query: { limit: 20 } });

/** The version that was live before the one that is live now, to which one can roll back. */
export function useLiveBefore({
  pageId,
  audienceId,
  publishedVersion,
}: Audience): AudienceVersion | undefined {
  const { items = [] } = useVersions({ page_id: pageId, audience_id: audienceId });
  return publishedVersion ? outBefore(items, publishedVersion) : undefined;
}

/** The versions that wait for their time behind the latest one, as far as they are known. */
export interface Scheduled {
  /** That of the next time first. */
  versions: AudienceVersion[];
  /** Whether there are any; undefined if not all versions are known. */
  hasAny: boolean | undefined;
}

/** The versions of a list that wait for their time behind the latest one. */
export function scheduledIn(
  {
    items,
    isStale,
    hasMore,
    error,
  }: Pick<ListState<AudienceVersion>, 'items' | 'isStale' | 'hasMore' | 'error'>,
  { versionId: latestId }: Pick<AudienceVersion, 'versionId'>,
): Scheduled {
  const versions = (items ?? [])
    .filter((version) => isScheduled(version) && version.versionId !== latestId)
    .toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''));
  const areAllKnown = items !== undefined && !isStale && !hasMore && error === undefined;
  return { versions, hasAny: versions.length > 0 || (areAllKnown ? false : undefined) };
}

/** The versions of an audience that wait for their time behind the latest one. */
export const useScheduled = ({ pageId, audienceId, latestVersion }: Audience): Scheduled =>
  scheduledIn(useVersions({ page_id: pageId, audience_id: audienceId }), latestVersion);

/** Whether a version was published, and so keeps its words. */
export const wasOut = ({ publishedAt }: AudienceVersion) => publishedAt !== null;

/** The version that was out before another one. Versions are published in the order in which it was asked for. */
export const outBefore = (
  versions: AudienceVersion[],
  { publishedAt }: AudienceVersion,
): AudienceVersion | undefined =>
  versions
    .filter((other) => wasOut(other) && (other.publishedAt ?? '') < (publishedAt ?? ''))
    .toSorted((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''))[0];

/** The version that visitors got before another one, or get beside it in a test. */
export function gotBefore(
  versions: AudienceVersion[],
  version: AudienceVersion,
  tests: Tests | undefined,
): AudienceVersion | undefined {
  if (wasOut(version)) return outBefore(versions, version);
  const live = tests && testOf(tests, version.versionId)?.arms[0];
  return versions.find(({ versionId }) => versionId === live?.versionId);
}

/** So many fields are named; the others are counted. */
const mostNamed = 3;

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** How much a context changed: "context +6 −2 words". */
function amountOf(before: string, after: string): string {
  const changes = diffWordsWithSpace(before, after);
  const sum = (of: 'added' | 'removed') =>
    changes.reduce((count, change) => count + (change[of] ? wordsIn(change.value) : 0), 0);
  const [added, removed] = [sum('added'), sum('removed')];
  const amount = [added && `+${added}`, removed && `−${removed}`].filter(Boolean).join(' ');
  return amount ? `context ${amount} words` : 'context';
}

const nameOf = ({ field: { id, label }, before, after }: WordChange) =>
  id === 'supplementaryContext' ? amountOf(before, after) : label;

/** What a version changed of the words before, by the names of the fields: "Title, context +6 −2 words". */
export function changeInWords(page: Page, before: Shown, after: Shown): string {
  const names = changesBetween(page, before, after).map(nameOf);
  if (names.length === 0) return 'same content';
  const rest = names.length - mostNamed;
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more` : names.join(', ');
}

/** What a version that was never published changed: only its context is known. */
export function contextInWords(before: AudienceVersion | undefined, version: AudienceVersion): string {
  if (!before) return version.versionNumber === 1 ? 'first content' : '';
  const [first, second] = [before.supplementaryContext ?? '', version.supplementaryContext ?? ''];
  return first === second ? 'context unchanged' : amountOf(first, second);
}
