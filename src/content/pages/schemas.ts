import * as z from 'zod/mini';
import { listOf } from '../../http/list-query.ts';
import { count, id, name, textUpTo, timestamp, webUrl } from '../../http/schemas.ts';
import { Metadata, MetadataUpdate } from './content-schemas.ts';

export const Page = z
  .object({
    pageId: id('page'),
    title: textUpTo(255),
    url: textUpTo(2048),
    metadata: Metadata,
    audiencesCount: count,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .check(z.meta({ id: 'Page' }));
export type Page = z.infer<typeof Page>;

const spelled = (value: string) => URL.parse(value)?.href ?? value;
const url = webUrl(1).check(
  z.refine((value) => spelled(value).length <= 2048, {
    error: 'must have at most 2,048 characters as browsers spell it',
    params: { code: 'too_long' },
  }),
  z.overwrite(spelled),
);

export const PageCreate = z
  .strictObject({
    title: name,
    url,
    metadata: z.optional(MetadataUpdate),
  })
  .check(z.meta({ id: 'PageCreate' }));
export type PageCreate = z.infer<typeof PageCreate>;

export const PageUpdate = z
  .strictObject({
    title: z.optional(name),
    url: z.optional(url),
    metadata: z.nullish(MetadataUpdate).check(z.describe('Merged per field; null clears all.')),
  })
  .check(z.meta({ id: 'PageUpdate' }));
export type PageUpdate = z.infer<typeof PageUpdate>;

export const PageList = listOf(Page, 'PageList');
