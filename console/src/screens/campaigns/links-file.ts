import { type CampaignRow, listCampaignRows } from '@footfall/client';
import { linesOf } from '../../../../src/lib/import/refused.ts';
import { ask } from '../../data/api.ts';
import type { CampaignPath } from './data.ts';

/** The people of a campaign as a CSV file for a spreadsheet or a mail merge: what was sent of each, and their link. */
export function linksFile(rows: readonly CampaignRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row.columns)))];
  const heading = ['Person', ...columns, 'Link', 'Visits', 'Conversions'];
  const lines = rows.map(({ personName, columns: values, url, isLinkDeleted, visits }) => [
    personName,
    ...columns.map((name) => values[name] ?? ''),
    isLinkDeleted ? '' : url,
    String(visits?.totalSessions ?? ''),
    String(visits?.conversionCount ?? ''),
  ]);
  return `\ufeff${linesOf([heading, ...lines])}`;
}

/** All people of a campaign, with the visits through their links. */
export async function allPeople(path: CampaignPath, startDate: string): Promise<CampaignRow[]> {
  const rows: CampaignRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { startDate, limit: 100, ...(cursor && { cursor }) };
    const { items, nextCursor } = await ask(listCampaignRows, { path, query });
    rows.push(...items);
    cursor = nextCursor;
  }
  return rows;
}
