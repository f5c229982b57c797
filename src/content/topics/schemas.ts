import * as z from 'zod/mini';
import { listOf } from '../../http/list-query.ts';
import { id, kebab, multilineText, name, textUpTo, timestamp } from '../../http/schemas.ts';
import { largestSortOrder, mostEntries } from './limits.ts';

const sortOrder = z
  .number()
  .check(
    z.minimum(-largestSortOrder, 'must be at least -1,000,000,000'),
    z.maximum(largestSortOrder, 'must be at most 1,000,000,000'),
    z.meta({ format: 'double' }),
  );
const newSortOrder = z.optional(sortOrder).check(z.describe('By default one more than the largest.'));

export const TopicEntry = z
  .object({
    topicEntryId: id('topic_entry'),
    topicId: id('topic'),
    sortOrder,
    content: z.object({ type: textUpTo(100), content: textUpTo(1000) }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .check(z.meta({ id: 'TopicEntry' }));
export type TopicEntry = z.infer<typeof TopicEntry>;

export const Topic = z
  .object({
    topicId: id('topic'),
    title: textUpTo(255),
    purpose: textUpTo(2000),
    sortOrder,
    isDefault: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    entries: z.array(TopicEntry).check(z.maxLength(mostEntries)),
  })
  .check(z.meta({ id: 'Topic' }));
export type Topic = z.infer<typeof Topic>;

const purpose = multilineText(0, 2000);

export const TopicCreate = z
  .strictObject({
    title: name,
    purpose: z._default(purpose, ''),
    sortOrder: newSortOrder,
    isDefault: z._default(z.boolean(), false),
  })
  .check(z.meta({ id: 'TopicCreate' }));
export type TopicCreate = z.infer<typeof TopicCreate>;

export const TopicUpdate = z
  .strictObject({
    title: z.optional(name),
    purpose: z.optional(purpose),
    sortOrder: z.optional(sortOrder),
    isDefault: z.optional(z.boolean()),
  })
  .check(z.meta({ id: 'TopicUpdate' }));
export type TopicUpdate = z.infer<typeof TopicUpdate>;

const entryText = multilineText(1, 1000);

export const TopicEntryCreate = z
  .strictObject({
    sortOrder: newSortOrder,
    content: z.strictObject({ type: kebab, content: entryText }),
  })
  .check(z.meta({ id: 'TopicEntryCreate' }));
export type TopicEntryCreate = z.infer<typeof TopicEntryCreate>;

export const TopicEntryUpdate = z
  .strictObject({
    sortOrder: z.optional(sortOrder),
    content: z
      .optional(z.strictObject({ type: z.optional(kebab), content: z.optional(entryText) }))
      .check(z.describe('Merged per field.')),
  })
  .check(z.meta({ id: 'TopicEntryUpdate' }));
export type TopicEntryUpdate = z.infer<typeof TopicEntryUpdate>;

const deleted = { topicId: id('topic'), deletedAt: timestamp };
export const TopicDeleted = z.object(deleted).check(z.meta({ id: 'TopicDeleted' }));
export type TopicDeleted = z.infer<typeof TopicDeleted>;

export const TopicEntryDeleted = z
  .object({ ...deleted, topicEntryId: id('topic_entry') })
  .check(z.meta({ id: 'TopicEntryDeleted' }));
export type TopicEntryDeleted = z.infer<typeof TopicEntryDeleted>;

export const TopicList = listOf(Topic, 'TopicList');
export const TopicEntryList = listOf(TopicEntry, 'TopicEntryList');
