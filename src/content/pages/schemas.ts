import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { count, id, name, textUpTo, timestamp, webUrl } from '../../http/schemas.ts';
import { Metadata, MetadataUpdate } from './content-schemas.ts';

export const Page = object('Page', {
  pageId: id('page'),
  title: textUpTo(255),
  url: textUpTo(2048),
  metadata: Metadata,
  audiencesCount: count,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Page = z.infer<typeof Page>;

const spelled = (value: string) => URL.parse(value)?.href ?? value;
const url = webUrl(1).check(
  z.refine((value) => spelled(value).length <= 2048, {
    error: 'must have at most 2,048 characters as browsers spell it',
    params: { code: 'too_long' },
  }),
  z.overwrite(spelled),
);

export const PageCreate = strictObject('PageCreate', {
  title: name,
  url,
  metadata: z.optional(MetadataUpdate),
});
export type PageCreate = z.infer<typeof PageCreate>;

export const PageUpdate = strictObject('PageUpdate', {
  title: z.optional(name),
  url: z.optional(url),
  metadata: described(z.nullish(MetadataUpdate), 'Merged per field; null clears all.'),
});
export type PageUpdate = z.infer<typeof PageUpdate>;

export const PageList = listOf(Page, 'PageList');
