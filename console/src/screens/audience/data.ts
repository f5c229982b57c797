import {
  type Audience,
  getAudience,
  getAudienceVersionContent,
  getPage,
  ifMatch,
  type Page,
} from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { contentShown, type Shown } from './words.ts';

/** Names an audience in the API. */
export interface AudiencePath {
  page_id: string;
  audience_id: string;
}

/** An audience as it was read: a change with `match` is refused if somebody changed it since. */
export interface Loaded {
  audience: Audience;
  page: Page;
  match: { 'If-Match': string };
}

/** The path of an audience in requests. */
export const pathOf = ({ audience }: Pick<Loaded, 'audience'>): AudiencePath => ({
  page_id: audience.pageId,
  audience_id: audience.audienceId,
});

/** Reads an audience and its page. */
export async function loadAudience(path: AudiencePath, signal?: AbortSignal): Promise<Loaded> {
  const [{ data: audience, response }, page] = await Promise.all([
    askResponse(getAudience, { path, ...(signal && { signal }) }),
    ask(getPage, { path: { page_id: path.page_id }, ...(signal && { signal }) }),
  ]);
  return { audience, page, match: ifMatch(response) };
}

/** What a website gets of a version, with the id of the version. */
export interface VersionShown {
  versionId: string;
  shown: Shown;
}

/**
 * Reads what a website gets of a version: what it was published with, what it will be published with while it waits,
 * or what publishing it would give now.
 */
export async function loadShown(
  path: AudiencePath,
  versionId: string,
  signal: AbortSignal,
): Promise<VersionShown> {
  const { content } = await ask(getAudienceVersionContent, {
    path: { ...path, version_id: versionId },
    signal,
  });
  return { versionId, shown: contentShown(content) };
}
