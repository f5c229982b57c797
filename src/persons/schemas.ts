import * as z from 'zod';
import { listQuery, pageOf } from '../http/page';
import { domain, email, linkedinProfileUrl, name, phoneNumber, text, timestamp } from '../http/schemas';

export const Person = z
  .object({
    personId: z.string().min(1),
    name: z.string(),
    email: z.string().nullable(),
    domain: z.string().min(1).nullable(),
    slug: z.string(),
    phoneNumber: phoneNumber.nullable(),
    linkedinProfileUrl: z.string().min(1).nullable(),
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
  // Any text is data here, a NUL too; its words are what is searched.
  query: z.string().max(500, 'must have at most 500 characters').optional().meta({
    description: 'Every word must occur in name, email, domain, phone, LinkedIn URL or slug.',
  }),
});

export const PersonPage = pageOf(Person, 'PersonPage').extend({
  nextCursor: z
    .string()
    .min(1)
    .meta({ description: 'Always a string; `hasMore` says whether to follow it.' }),
  totalCount: z.int().min(0).nullable().meta({ description: 'Null when a `query` finds more than 1,000.' }),
});
export type PersonPage = z.infer<typeof PersonPage>;

export const PersonErased = z
  .object({ personId: text(1, 100), erased: z.literal(true), erasedLogsCount: z.int().min(0) })
  .meta({ id: 'PersonErased' });
export type PersonErased = z.infer<typeof PersonErased>;
