import type { Audience, ImportedSession, Page } from '#footfall/client';
import type { DemoLink } from '../data/pages/page.ts';
import { demoPageAt, pathOfPage } from './site.ts';

/** The fields of a session that describe the page or audience that was shown. */
export type Shown = Pick<ImportedSession, 'audienceId' | 'versionId'> & {
  pageTitle: string;
  pageUrl: string;
};

/** The second link, if there is one, has a fourth of the visits. The id of a visit ends with its number. */
const linkOf = (links: DemoLink[], id: string): DemoLink | undefined =>
  (Number(id.split('-').at(-1)) % 4 === 3 ? links[1] : undefined) ?? links[0];

/** What the visitor with this visit was shown. `name` is the one that visits use for the audience. */
export function shownAs(page: Page, name: string | null, id: string, audience?: Audience): Shown {
  if (!audience) return { pageTitle: page.metadata.title || page.title, pageUrl: page.url };
  const known = demoPageAt(pathOfPage(page.url))?.audiences.find(
    ({ person, content }) => (person ?? content.customName) === name,
  );
  const path = linkOf(known?.links ?? [], id)?.path.replace('{slug}', audience.personRouteKey ?? '');
  return {
    audienceId: audience.audienceId,
    versionId: audience.publishedVersion?.versionId ?? null,
    pageTitle: audience.effectiveMetadata?.title || page.title,
    pageUrl: path === undefined ? page.url : new URL(path, page.url).href,
  };
}

/** The audience of a name that visits use: the email of its person, whose id is given, or its custom name. */
export const audienceOf = (audiences: Audience[], name: string, personId: string | undefined) =>
  audiences.find((other) =>
    name.includes('@')
      ? personId !== undefined && other.personId === personId
      : other.personId === null && other.customName === name,
  );
