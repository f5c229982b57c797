import * as z from 'zod';
import { listOf, listQuery } from '../http/list-query.ts';
import {
  count,
  domain,
  email,
  id,
  linkedinProfileUrl,
  name,
  phoneNumber,
  timestamp,
} from '../http/schemas.ts';

export const Person = z
  .object({
    personId: id('person'),
    name: z.string().max(255),
    email: z.string().max(320).nullable(),
    domain: z.string().min(1).max(253).nullable(),
    slug: z.string().max(100),
    phoneNumber: phoneNumber.nullable(),
    linkedinProfileUrl: z.string().min(1).max(2048).nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof Person>;

export const PersonCreate = z
  .strictObject({
    name,
    email: email.optional(),
    domain: domain.optional(),
    phoneNumber: phoneNumber.optional(),
    linkedinProfileUrl: linkedinProfileUrl.optional(),
  })
  .meta({ id: 'PersonCreate' });
export type PersonCreate = z.infer<typeof PersonCreate>;

export const PersonUpdate = z
  .strictObject({
    name: name.optional(),
    email: email.nullable().optional(),
    domain: domain.nullable().optional(),
    phoneNumber: phoneNumber.nullable().optional(),
    linkedinProfileUrl: linkedinProfileUrl.nullable().optional(),
  })
  .meta({ id: 'PersonUpdate' });
export type PersonUpdate = z.infer<typeof PersonUpdate>;

export const PersonSearchQuery = z.object({
  ...listQuery,
  // Any text is valid, even NUL. Its words are searched for.
  query: z.string().max(500, 'must have at most 500 characters').optional().meta({
    description: 'Every word must occur in name, email, domain, phone, LinkedIn URL or slug.',
  }),
});

export const PersonList = listOf(Person, 'PersonList')
  .extend({
    nextCursor: z
      .string()
      .min(1)
      .max(1000)
      .meta({ description: 'Always a string; `hasMore` says whether to follow it.' }),
    totalCount: count.nullable().meta({ description: 'Null when a `query` finds more than 1,000.' }),
  })
  .meta({ id: 'PersonList' });
export type PersonList = z.infer<typeof PersonList>;

export const PersonErased = z
  .object({ personId: id('person'), erased: z.literal(true), erasedLogsCount: count })
  .meta({ id: 'PersonErased' });
export type PersonErased = z.infer<typeof PersonErased>;
