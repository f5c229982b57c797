import { pick } from 'es-toolkit/object';
import type { PageRow } from '../../../content/pages/store/internal.ts';
import { newId } from '../../../lib/ids.ts';
import { personFields } from '../../../people/persons/store/write.ts';
import { pathWithEnd, searchPathOf } from '../../page-links/path.ts';
import { lateFields, writeIdIn } from '../../tables/campaign-calls.ts';
import type { FilledRow, Template } from '../filled-schemas.ts';
import type { CampaignRow } from './internal.ts';

/** A campaign with its page, as rows are filled by it. */
export type OpenCampaign = Template &
  Pick<
    CampaignRow,
    'campaignId' | 'pageId' | 'tenantDomainId' | 'onPathTaken' | 'archivedAt' | 'revision'
  > & {
    pageRevision: number;
  };

/** A campaign with its page, from their rows. */
export const openCampaign = (campaign: CampaignRow, page: PageRow): OpenCampaign => ({
  ...pick(campaign, ['campaignId', 'pageId', 'words', 'cleared', 'path', 'tenantDomainId', 'onPathTaken']),
  ...pick(campaign, ['archivedAt', 'revision']),
  fields: page.fields,
  pageRevision: page.revision,
});

/** Who writes rows, and in which call. */
interface Writing {
  author: string;
  now: number;
  call: string;
  /** When a step of a job is sent again, it finds that the job is past it, and asks for no call. */
  isStep: boolean;
}

/** The JSON from which the triggers of schema/derived/campaign-rows.sql.ts write a row. */
export function rowFields(
  campaign: OpenCampaign,
  row: FilledRow,
  position: number,
  { author, now, call, isStep }: Writing,
) {
  const { person, personId, path } = row;
  const newLinkId = newId('page_link');
  const [shortPath, longPath] = [
    pathWithEnd(path, newLinkId.slice(-4)),
    pathWithEnd(path, newLinkId.slice(-26)),
  ];
  return {
    ...(person && personFields(person, 'fill', now)),
    ...pick(campaign, ['campaignId', 'pageId', 'tenantDomainId', 'onPathTaken']),
    ...pick(row, ['sent', 'wordsHash', 'fields', 'metadata', 'others']),
    ...lateFields(now),
    call: isStep ? null : call,
    writeId: writeIdIn(call, position),
    now,
    position,
    personId: personId ?? null,
    author,
    newAudienceId: newId('audience'),
    newVersionId: newId('version'),
    newLinkId,
    path,
    shortPath,
    longPath,
    pathSearch: searchPathOf(path),
    shortPathSearch: searchPathOf(shortPath),
    longPathSearch: searchPathOf(longPath),
  };
}

/** The fields of a row. */
export type Fields = ReturnType<typeof rowFields> & { newPersonId?: string };

/** The names of the ids that a row gets. */
export const idsOfRow = ['writeId', 'newPersonId', 'newAudienceId', 'newVersionId', 'newLinkId'] as const;
