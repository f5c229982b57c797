import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { count, id, name, textUpTo, timestamp, webUrl } from '../../http/schemas.ts';
import { Metadata, MetadataUpdate } from './content-schemas.ts';
import { DiscardedFields, PageField, PageFields } from './field-schemas.ts';
import { longestName, mostFields } from './fields.ts';

export const Page = object('Page', {
  pageId: id('page'),
  title: textUpTo(255),
  url: textUpTo(2048),
  metadata: Metadata,
  fields: described(
    z.array(PageField).check(z.maxLength(mostFields)),
    'What the page lets an audience say in other words, in this order. Those that were removed are last. An addition.',
  ),
  audiencesCount: count,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Page = z.infer<typeof Page>;

/** A page as it is read alone. */
export const PageRead = object('PageRead', {
  ...Page.shape,
  foundFields: described(
    z
      .array(
        object('FoundField', {
          name: textUpTo(longestName),
          lastSeenOn: z.iso.date().check(z.meta({ maxLength: 10, description: 'A UTC day.' })),
        }),
      )
      .check(z.maxLength(mostFields)),
    'What visits say they have found on the page, by the `data-footfall` of its elements: anyone with the key of a website can claim it. An addition.',
  ),
});
export type PageRead = z.infer<typeof PageRead>;

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
  fields: described(z.optional(PageFields), 'An addition.'),
});
export type PageCreate = z.infer<typeof PageCreate>;

export const PageUpdate = strictObject('PageUpdate', {
  title: z.optional(name),
  url: z.optional(url),
  metadata: described(z.nullish(MetadataUpdate), 'Merged per field; null clears all.'),
  fields: described(
    z.optional(PageFields),
    'All fields, in their order. One that is missing is removed: audiences keep their values, and get them back with a field of its name and kind. An addition.',
  ),
  discardFields: described(
    z.optional(DiscardedFields),
    'Removed fields to forget, with the values that audiences have for them. An addition.',
  ),
});
export type PageUpdate = z.infer<typeof PageUpdate>;

export const PageList = listOf(Page, 'PageList');
