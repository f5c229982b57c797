import { analyticsBreakdown, type Campaign, type CampaignRow, listCampaignRows } from '@footfall/client';
import { linesOf } from '../../../../src/lib/import/refused.ts';
import { ask } from '../../data/api.ts';
import { fileOf } from '../../data/file.ts';
import type { CampaignPath } from './data.ts';

/** Visits and conversions by the id of a link, as they stand in a file. */
export type VisitsByLink = ReadonlyMap<string, { visits: string; conversions: string }>;

/** The people of a campaign as a CSV file for a spreadsheet or a mail merge: what was sent of each, and their link. */
export function linksFile(rows: readonly CampaignRow[], visitsByLink: VisitsByLink): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row.columns)))];
  const heading = ['Person', ...columns, 'Link', 'Visits', 'Conversions'];
  const lines = rows.map(({ personName, columns: values, url, isLinkDeleted, pageLinkId }) => {
    const { visits = '0', conversions = '0' } = visitsByLink.get(pageLinkId) ?? {};
    const own = columns.map((name) => values[name] ?? '');
    return [personName, ...own, isLinkDeleted ? '' : url, visits, conversions];
  });
  return `\ufeff${linesOf([heading, ...lines])}`;
}

/** All people of a campaign, without their visits: each hundred would count those of all links. */
export async function allPeople(path: CampaignPath): Promise<CampaignRow[]> {
  const rows: CampaignRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: 100, ...(cursor && { cursor }) };
    const { items, nextCursor } = await ask(listCampaignRows, { path, query });
    rows.push(...items);
    cursor = nextCursor;
  }
  return rows;
}

/** The visits of the page by link since a campaign was made, counted once for all links. */
export async function visitsSince({ pageId, createdAt }: Campaign): Promise<VisitsByLink> {
  const query = { by: ['pageLinkId'], startDate: createdAt };
  const file = await fileOf([[analyticsBreakdown, { path: { page_id: pageId }, query }]]);
  return visitsIn(await file.text());
}

/** The visits in the file of a breakdown by link. Its cells are ids and numbers, and so have no quotation marks. */
export function visitsIn(file: string): VisitsByLink {
  const [heading = [], ...lines] = file
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const [id, visits, conversions] = ['value', 'totalSessions', 'conversionCount'].map((name) =>
    heading.indexOf(name),
  );
  const at = (line: readonly string[], column = -1) => line[column] ?? '';
  return new Map(
    lines.map((line) => [at(line, id), { visits: at(line, visits), conversions: at(line, conversions) }]),
  );
}
