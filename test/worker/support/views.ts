import type { View } from '../../../src/analytics/views/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import type { Problem, RequestOptions } from './client.ts';
import { once } from './replies.ts';

let serial = 0;
/** A name that no other view has. */
export const newName = () => `View ${String(++serial).padStart(4, '0')}`;

export const post = (fields: object = {}, options?: RequestOptions) =>
  once<View & Problem>('POST', '/v0/views', { name: newName(), address: '/pages', ...fields }, options);
/** Saves a view. */
export const newView = async (fields: object = {}) => (await post(fields)).body;
export const pathOf = ({ viewId }: { viewId: string }) => `/v0/views/${viewId}`;
export const list = async (query = '', options?: RequestOptions) =>
  (await once<List<View>>('GET', `/v0/views?${query}`, undefined, options)).body;
export const patch = (of: View, fields: object, tag?: string) =>
  once<View & Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});
