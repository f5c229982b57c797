import * as z from 'zod';
import { listOf } from '../http/list-query.ts';
import { id, kebab, multilineText, name, timestamp } from '../http/schemas.ts';
import { largestSortOrder, mostEntries } from './limits.ts';

const sortOrder = z
  .number()
  .min(-largestSortOrder, 'must be at least -1,000,000,000')
  .max(largestSortOrder, 'must be at most 1,000,000,000')
  .meta({ format: 'double' });
const newSortOrder = sortOrder.optional().meta({
  description: 'When left out, one more than the largest there is.',
});

export const TopicEntry = z
  .object({
    topicEntryId: id('topic_entry'),
    topicId: id('topic'),
    sortOrder,
    content: z.object({ type: z.string().max(100), content: z.string().max(1000) }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'TopicEntry' });
export type TopicEntry = z.infer<typeof TopicEntry>;

export const Topic = z
  .object({
    topicId: id('topic'),
    title: z.string().max(255),
    purpose: z.string().max(2000),
    sortOrder,
    isDefault: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    entries: z.array(TopicEntry).max(mostEntries),
  })
  .meta({ id: 'Topic' });
export type Topic = z.infer<typeof Topic>;

const purpose = multilineText(0, 2000);

export const TopicCreate = z
  .strictObject({
    title: name,
    purpose: purpose.default(''),
    sortOrder: newSortOrder,
    isDefault: z.boolean().default(false),
  })
  .meta({ id: 'TopicCreate' });
export type TopicCreate = z.infer<typeof TopicCreate>;

export const TopicUpdate = z
  .strictObject({
    title: name.optional(),
    purpose: purpose.optional(),
    sortOrder: sortOrder.optional(),
    isDefault: z.boolean().optional(),
  })
  .meta({ id: 'TopicUpdate' });
export type TopicUpdate = z.infer<typeof TopicUpdate>;

const entryText = multilineText(1, 1000);

export const TopicEntryCreate = z
  .strictObject({
    sortOrder: newSortOrder,
    content: z.strictObject({ type: kebab, content: entryText }),
  })
  .meta({ id: 'TopicEntryCreate' });
export type TopicEntryCreate = z.infer<typeof TopicEntryCreate>;

export const TopicEntryUpdate = z
  .strictObject({
    sortOrder: sortOrder.optional(),
    content: z
      .strictObject({ type: kebab.optional(), content: entryText.optional() })
      .optional()
      .meta({ description: 'Merged per field.' }),
  })
  .meta({ id: 'TopicEntryUpdate' });
export type TopicEntryUpdate = z.infer<typeof TopicEntryUpdate>;

export const TopicDeleted = z.object({ topicId: id('topic'), deletedAt: timestamp }).meta({
  id: 'TopicDeleted',
});
export type TopicDeleted = z.infer<typeof TopicDeleted>;

export const TopicEntryDeleted = TopicDeleted.extend({ topicEntryId: id('topic_entry') }).meta({
  id: 'TopicEntryDeleted',
});
export type TopicEntryDeleted = z.infer<typeof TopicEntryDeleted>;

export const TopicList = listOf(Topic, 'TopicList');
export const TopicEntryList = listOf(TopicEntry, 'TopicEntryList');
