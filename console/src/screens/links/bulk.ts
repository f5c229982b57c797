import { deletePageLink, getPageLink, type Page, type PageLink, type TenantDomain } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { atMost } from '../../data/at-most.ts';
import { deleteAllLater, readAsSeen, type Seen } from '../../data/bulk.ts';
import { wholeAddress } from '../../data/domains.ts';
import type { BulkAction } from '../../kit/bulk-action.ts';
import { copyAll } from '../../lib/copy.ts';
import { plural } from '../../lib/format.ts';
import type { LinkRow } from './groups.ts';

/** So many links are read at a time. */
const together = 4;
const counted = (count: number) => plural(count, 'link');

/** Reads a link that is to be deleted. Throws NotDone if it is not what was listed. */
const readLink = (deletion: Seen<PageLink>) =>
  readAsSeen(
    deletion,
    () => askResponse(getPageLink, { path: { page_link_id: deletion.seen.pageLinkId } }),
    (now, seen) => now.updatedAt === seen.updatedAt,
    'delete',
  );

async function deleteAsSeen(deletion: Seen<PageLink>, isLast: boolean): Promise<void> {
  if (!isLast) deletion.match ??= await readLink(deletion);
  const path = { page_link_id: deletion.seen.pageLinkId };
  await ask(deletePageLink, { path, ...(deletion.match && { headers: deletion.match }), keepalive: true });
}

function deleteLinks(links: PageLink[]): void {
  const items = links.map((seen) => ({
    id: seen.pageLinkId,
    name: seen.path,
    value: { seen } as Seen<PageLink>,
  }));
  deleteAllLater({
    done: (count) => `${counted(count)} ${count === 1 ? 'was' : 'were'} deleted`,
    items,
    send: deleteAsSeen,
  });
  // While it can be undone. What fails here is asked again, and said, when it is deleted.
  atMost(together, items, async ({ value }) => {
    const before = value.seen;
    try {
      value.match = await readLink(value);
    } catch {
      value.seen = before;
    }
  });
}

/** What can be done with the chosen links. */
export const linkActions = (
  domains: TenantDomain[] | undefined,
  pages: Map<string, Page> | undefined,
  mayWrite: boolean,
): BulkAction<LinkRow>[] => [
  ...(mayWrite
    ? [
        {
          label: 'Delete',
          isDanger: true,
          ask: (count: number) => ({
            title: `Delete ${counted(count)}?`,
            text: `Whoever opens ${count === 1 ? 'it' : 'one of them'} gets no page. You can undo it for six seconds.`,
          }),
          run: (rows: LinkRow[]) => deleteLinks(rows.map(({ link }) => link)),
        },
      ]
    : []),
  {
    label: 'Copy links',
    run: (rows) =>
      copyAll(rows.map(({ link }) => wholeAddress(link, domains, pages?.get(link.target.pageId)))),
  },
];
