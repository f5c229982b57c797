import * as z from 'zod/mini';
import { Figures, wholeDaysBefore } from '../../analytics/figures-schemas.ts';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { countedFields, listFields, listQuery } from '../../http/list-query.ts';
import { id, idFilter, idInput, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { isDecodable, isPathOnly, isShort, longestPath, longestSpelling, normalisePath } from './path.ts';

const targetType = z.enum(['audience', 'page']);

const PageLinkTarget = object('PageLinkTarget', {
  targetType,
  audienceId: described(textUpTo(36), 'Empty for a page.'),
  pageId: described(id('page'), 'The page, or the page of the audience. An addition.'),
});

export const link = {
  pageLinkId: id('page_link'),
  tenantDomainId: described(z.nullable(id('tenant_domain')), 'Null: the fallback subdomain.'),
  path: z.string().check(z.minLength(1), z.maxLength(longestPath)),
  target: PageLinkTarget,
};

const pageLink = { ...link, createdAt: timestamp, updatedAt: timestamp, deletedAt: z.nullable(timestamp) };
export const PageLink = object('PageLink', pageLink);
export type PageLink = z.infer<typeof PageLink>;

/** A path in any spelling. The result is the normalised form that is stored. */
export const path = text(1, longestSpelling).check(
  z.refine(isPathOnly, 'must be a path: without scheme, ? and # (percent-encode them)'),
  z.refine(isDecodable, {
    error: 'must have whole percent-escapes of UTF-8 (a % itself is %25)',
    params: { code: 'invalid_format' },
  }),
  z.refine((value) => value.length > longestSpelling || isShort(value), {
    error: 'must have at most 2,048 characters, as it is and normalised',
    params: { code: 'too_long' },
  }),
  z.overwrite((value) => normalisePath(value) ?? value),
  z.describe('In any spelling: `über-uns`, `//über-uns/` and `/%C3%BCber-uns` are `/über-uns`.'),
);

export const tenantDomainId = described(z.nullish(idInput()), 'Null: the fallback subdomain.');

const targetId = z.pipe(
  z.optional(idInput(0)),
  z.transform((value) => value || undefined),
);

/** Whether a parameter or a field has a value: an empty one counts as missing. */
export const isGiven = (value: unknown) => value !== undefined && value !== '';
/** A violation for a field that other fields require. It is reported together with all others. */
export const required = (field: string) => ({
  path: [field],
  error: 'This field is required.',
  params: { code: 'required' },
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
});

const untyped = z
  .strictObject({
    targetType: described(z.optional(targetType), '`audience` when `audienceId` stands alone.'),
    audienceId: targetId,
    pageId: targetId,
  })
  .check(
    z.refine(
      (v) => v.targetType !== undefined || (isGiven(v.audienceId) && !isGiven(v.pageId)),
      required('targetType'),
    ),
    z.refine((v) => v.targetType !== 'audience' || isGiven(v.audienceId), required('audienceId')),
    z.refine(
      (v) => v.targetType !== 'page' || isGiven(v.pageId) || isGiven(v.audienceId),
      required('pageId'),
    ),
  );

/** Sets the default type of a target: an `audienceId` alone means an audience. */
const typed = (target: z.infer<typeof untyped>) => ({
  ...target,
  targetType: target.targetType ?? 'audience',
});

/** Where a link shall lead: to an audience, or to a page by its own id or one of its audiences'. */
export const PageLinkTargetInput = z
  .pipe(untyped, z.transform(typed))
  .check(z.meta({ id: 'PageLinkTargetInput' }));
export type PageLinkTargetInput = z.infer<typeof PageLinkTargetInput>;

export const PageLinkCreate = strictObject('PageLinkCreate', {
  path,
  tenantDomainId,
  target: PageLinkTargetInput,
});
export type PageLinkCreate = z.infer<typeof PageLinkCreate>;

export const PageLinkUpdate = strictObject('PageLinkUpdate', {
  path: z.optional(path),
  tenantDomainId,
  target: z.optional(PageLinkTargetInput),
});
export type PageLinkUpdate = z.infer<typeof PageLinkUpdate>;

export const domainFilter = idFilter('Without it: links on the fallback subdomain.');

const linkVisitsRange = dateRange('With it: `visits` of each link, that started');

export const PageLinkSearchQuery = ranged(
  z.object({
    ...listQuery,
    ...linkVisitsRange,
    pageId: idFilter('Links to the page or to one of its audiences.'),
    query: described(
      z.optional(z.string().check(z.maxLength(longestPath, 'must have at most 2,048 characters'))),
      'A part of the path, in any case, with or without accents; a space is %20 in a path.',
    ),
    targetType: z.optional(targetType),
    tenantDomainId: domainFilter,
  }),
);
export type PageLinkSearchQuery = z.infer<typeof PageLinkSearchQuery>;

const FoundPageLink = object('FoundPageLink', {
  ...pageLink,
  visits: described(
    z.optional(Figures),
    'The visits by this link, of all pages: with startDate or endDate. An addition.',
  ),
});

export const PageLinkList = object('PageLinkList', { ...listFields(FoundPageLink), wholeDaysBefore });
export type PageLinkList = z.infer<typeof PageLinkList>;

export const AudiencePageLinkList = object('AudiencePageLinkList', countedFields(PageLink));
export type AudiencePageLinkList = z.infer<typeof AudiencePageLinkList>;

export const PersonPageLinkQuery = ranged(z.object({ ...listQuery, ...linkVisitsRange }));

export const PersonPageLinkList = object('PersonPageLinkList', {
  ...countedFields(FoundPageLink),
  wholeDaysBefore,
});
export type PersonPageLinkList = z.infer<typeof PersonPageLinkList>;
