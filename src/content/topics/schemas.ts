import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { id, kebab, multilineText, name, textUpTo, timestamp } from '../../http/schemas.ts';
import { largestSortOrder, limits } from './limits.ts';

const sortOrder = z
  .number()
  .check(
    z.minimum(-largestSortOrder, 'must be at least -1,000,000,000'),
    z.maximum(largestSortOrder, 'must be at most 1,000,000,000'),
    z.meta({ format: 'double' }),
  );
const newSortOrder = described(z.optional(sortOrder), 'By default one more than the largest.');

export const TopicEntry = object('TopicEntry', {
  topicEntryId: id('topic_entry'),
  topicId: id('topic'),
  sortOrder,
  content: z.object({ type: textUpTo(100), content: textUpTo(limits.entry) }),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type TopicEntry = z.infer<typeof TopicEntry>;

export const Topic = object('Topic', {
  topicId: id('topic'),
  title: textUpTo(limits.title),
  purpose: textUpTo(limits.purpose),
  sortOrder,
  isDefault: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  entries: z.array(TopicEntry).check(z.maxLength(limits.entries)),
});
export type Topic = z.infer<typeof Topic>;

const purpose = multilineText(0, limits.purpose);

export const TopicCreate = strictObject('TopicCreate', {
  title: name,
  purpose: z._default(purpose, ''),
  sortOrder: newSortOrder,
  isDefault: z._default(z.boolean(), false),
});
export type TopicCreate = z.infer<typeof TopicCreate>;

export const TopicUpdate = strictObject('TopicUpdate', {
  title: z.optional(name),
  purpose: z.optional(purpose),
  sortOrder: z.optional(sortOrder),
  isDefault: z.optional(z.boolean()),
});
export type TopicUpdate = z.infer<typeof TopicUpdate>;

const entryText = multilineText(1, limits.entry);

export const TopicEntryCreate = strictObject('TopicEntryCreate', {
  sortOrder: newSortOrder,
  content: z.strictObject({ type: kebab, content: entryText }),
});
export type TopicEntryCreate = z.infer<typeof TopicEntryCreate>;

export const TopicEntryUpdate = strictObject('TopicEntryUpdate', {
  sortOrder: z.optional(sortOrder),
  content: described(
    z.optional(z.strictObject({ type: z.optional(kebab), content: z.optional(entryText) })),
    'Merged per field.',
  ),
});
export type TopicEntryUpdate = z.infer<typeof TopicEntryUpdate>;

const deleted = { topicId: id('topic'), deletedAt: timestamp };
export const TopicDeleted = object('TopicDeleted', deleted);
export type TopicDeleted = z.infer<typeof TopicDeleted>;

export const TopicEntryDeleted = object('TopicEntryDeleted', { ...deleted, topicEntryId: id('topic_entry') });
export type TopicEntryDeleted = z.infer<typeof TopicEntryDeleted>;

export const TopicList = listOf(Topic, 'TopicList');
export const TopicEntryList = listOf(TopicEntry, 'TopicEntryList');
