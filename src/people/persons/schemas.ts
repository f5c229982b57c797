import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { email, linkedinProfileUrl } from '../../http/identifier-schemas.ts';
import { listFields, listQuery, notWithQuery, searchText } from '../../http/list-query.ts';
import { count, id, latestVisitAt, phoneNumber, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { longestProfileUrl } from '../../lib/profile.ts';

export const Person = object('Person', {
  personId: id('person'),
  name: textUpTo(255),
  email: z.nullable(textUpTo(320)),
  domain: z.nullable(z.string().check(z.minLength(1), z.maxLength(253))),
  slug: textUpTo(100),
  phoneNumber: z.nullable(phoneNumber),
  linkedinProfileUrl: z.nullable(z.string().check(z.minLength(1), z.maxLength(longestProfileUrl))),
  createdAt: timestamp,
  updatedAt: timestamp,
  latestVisitAt: latestVisitAt('the person'),
});
export type Person = z.infer<typeof Person>;

export const PersonLookup = z
  .object({
    email: z.optional(email),
    phoneNumber: z.optional(phoneNumber),
    linkedinProfileUrl: z.optional(linkedinProfileUrl),
    slug: z.optional(text(1, 100)),
  })
  .check(
    z.refine((lookup) => Object.values(lookup).filter((value) => value !== undefined).length === 1, {
      error: 'must have exactly one of email, phoneNumber, linkedinProfileUrl and slug',
      params: { code: 'required' },
    }),
  );
export type PersonLookup = z.infer<typeof PersonLookup>;

export const PersonFound = object('PersonFound', {
  person: described(z.nullable(Person), 'Null if nobody has it.'),
});
export type PersonFound = z.infer<typeof PersonFound>;

const sorts = ['createdAt', 'latestVisitAt'] as const;
export type PersonSort = (typeof sorts)[number];

export const PersonSearchQuery = z
  .object({
    ...listQuery,
    query: described(
      searchText,
      'Every word must occur in name, email, domain, phone, LinkedIn URL or slug.',
    ),
    sort: described(
      z._default(z.enum(sorts), 'createdAt'),
      'Descending; persons without a visit last. Not with `query`. An addition.',
    ),
  })
  .check(notWithQuery({ sort: ['createdAt'] }));

export const PersonList = object('PersonList', {
  ...listFields(Person),
  nextCursor: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(1000),
      z.describe('Always a string; `hasMore` says whether to follow it.'),
    ),
  totalCount: described(z.nullable(count), 'Null when a `query` finds more than 1,000.'),
});
export type PersonList = z.infer<typeof PersonList>;

export const PersonErased = object('PersonErased', {
  personId: id('person'),
  erased: z.literal(true),
  erasedLogsCount: count,
});
export type PersonErased = z.infer<typeof PersonErased>;
