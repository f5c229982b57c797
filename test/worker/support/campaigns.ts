import type { List } from '../../../src/lib/cursor.ts';
import type { Campaign, CampaignRow, CampaignRowsResult } from '../../../src/visits/campaigns/schemas.ts';
import type { PageLinkResolution } from '../../../src/visits/page-links/resolve-schemas.ts';
import { queue } from './calls.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { newPageId } from './pages.ts';
import { ok } from './replies.ts';

export type Of = Pick<Campaign, 'pageId' | 'campaignId'>;
export const pathOf = ({ pageId, campaignId }: Of) => `/v0/pages/${pageId}/campaigns/${campaignId}`;

let serial = 0;
/** A word that nothing else has. */
export const unique = () => `c${(serial++).toString(36).padStart(3, '0')}`;

export const post = (pageId: string, fields: object, options?: RequestOptions) =>
  send<Campaign & Problem>('POST', `/v0/pages/${pageId}/campaigns`, fields, options);

/** Creates a campaign, of a new page if none is named. */
export const newCampaign = async (fields: object = {}, pageId?: string): Promise<Campaign> => {
  const words = { metadataOverride: { title: 'Hello {{name|there}}' } };
  const path = `/${unique()}/{{name|you}}`;
  return ok(post(pageId ?? (await newPageId()), { name: 'Spring', words, path, ...fields }));
};
export const read = (of: Of): Promise<Campaign> => ok(send<Campaign>('GET', pathOf(of)));
export const patch = (of: Of, fields: object, headers: Record<string, string> = {}) =>
  send<Campaign & Problem>('PATCH', pathOf(of), fields, { headers });

type Result = CampaignRowsResult['results'][number];
/** Sends rows, and holds the messages to the queue. */
export const sendRows = (of: Of, rows: unknown[], fields: object = {}, options: RequestOptions = {}) =>
  send<CampaignRowsResult & Problem>(
    'POST',
    `${pathOf(of)}/rows`,
    { rows, ...fields },
    Object.assign({}, options, { bindings: Object.assign(queue.bindings(), options.bindings) }),
  );
export const write = async (of: Of, rows: unknown[], fields: object = {}): Promise<Result[]> => {
  const { status, body, text } = await sendRows(of, rows, fields);
  expect(status, text).toBe(200);
  return body.results;
};
/** The outcome of the only row. */
export const writeOne = async (of: Of, row: unknown): Promise<Result> => {
  const [result] = await write(of, [row]);
  if (!result) throw new Error('no result');
  return result;
};
/** Rows, as the list has them. */
export const rowsOf = async (of: Of): Promise<CampaignRow[]> =>
  (await ok(send<List<CampaignRow>>('GET', `${pathOf(of)}/rows?limit=100`))).items;

/** Delivers all messages that were sent since. */
export async function deliverAll(from = 0): Promise<void> {
  for (const job of queue.sent.splice(from)) await queue.deliver(job);
}

/** A row for a person whom nobody knows yet. */
export const someone = (fields: object = {}, columns: object = {}) => ({
  person: { email: `${unique()}@${unique()}.example`, ...fields },
  columns,
});

/** What a path leads to. */
export const resolve = async (path: string | null) =>
  (await send<PageLinkResolution>('GET', `/v0/page_links/resolve?path=${encodeURIComponent(path ?? '')}`))
    .body;
