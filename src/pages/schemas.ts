import * as z from 'zod';
import { listOf } from '../http/list-query.ts';
import { count, id, name, timestamp, webUrl } from '../http/schemas.ts';
import { Metadata, MetadataUpdate } from './metadata-schemas.ts';

export const Page = z
  .object({
    pageId: id('page'),
    title: z.string().max(255),
    url: z.string().max(2048),
    metadata: Metadata,
    audiencesCount: count,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Page' });
export type Page = z.infer<typeof Page>;

const spelled = (value: string) => URL.parse(value)?.href ?? value;
const url = webUrl(1)
  .refine((value) => spelled(value).length <= 2048, {
    error: 'must have at most 2,048 characters as browsers spell it',
    params: { code: 'too_long' },
  })
  .overwrite(spelled);

export const PageCreate = z
  .strictObject({
    title: name,
    url,
    metadata: MetadataUpdate.optional(),
  })
  .meta({ id: 'PageCreate' });
export type PageCreate = z.infer<typeof PageCreate>;

export const PageUpdate = z
  .strictObject({
    title: name.optional(),
    url: url.optional(),
    metadata: MetadataUpdate.nullable()
      .optional()
      .meta({ description: 'Merged per field; null clears all.' }),
  })
  .meta({ id: 'PageUpdate' });
export type PageUpdate = z.infer<typeof PageUpdate>;

export const PageList = listOf(Page, 'PageList');
