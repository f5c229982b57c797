import type { Page } from '../../../src/content/pages/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { ok, once } from './replies.ts';

let serial = 0;
/** A URL that no other page has. */
export const newUrl = () => `https://pages.example/${++serial}`;

/** Creates a page with a URL of its own. */
export const newPage = (fields: object = {}, options?: RequestOptions): Promise<Page> =>
  ok(send<Page>('POST', '/v0/pages', { title: 'Pricing', url: newUrl(), ...fields }, options));

/** Creates a page, and returns its id. */
export const newPageId = async (options?: RequestOptions): Promise<string> =>
  (await newPage({}, options)).pageId;

export const pathOf = ({ pageId }: { pageId: string }) => `/v0/pages/${pageId}`;

export const post = (fields: object = {}, options?: RequestOptions) =>
  once<Page & Problem>('POST', '/v0/pages', { title: 'Pricing', url: newUrl(), ...fields }, options);
export const read = (of: Page, headers: Record<string, string> = {}) =>
  once<Page & Problem>('GET', pathOf(of), undefined, { headers });
export const patch = (of: Page, fields: object, headers: Record<string, string> = {}) =>
  once<Page & Problem>('PATCH', pathOf(of), fields, { headers });
export const list = async (query = '', options?: RequestOptions) =>
  (await once<List<Page>>('GET', `/v0/pages?${query}`, undefined, options)).body;
