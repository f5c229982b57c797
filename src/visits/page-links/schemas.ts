import * as z from 'zod/mini';
import { Figures, wholeDaysBefore } from '../../analytics/figures-schemas.ts';
import { Content } from '../../content/pages/content-schemas.ts';
import { dateRange, ranged } from '../../http/date-range.ts';
import { countedFields, listFields, listQuery } from '../../http/list-query.ts';
import { id, idFilter, idInput, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { isDecodable, isPathOnly, isShort, longestPath, longestSpelling, normalisePath } from './path.ts';

const targetType = z.enum(['audience', 'page']);

const PageLinkTarget = z
  .object({
    targetType,
    audienceId: textUpTo(36).check(z.describe('Empty for a page.')),
    pageId: id('page').check(z.describe('The page, or the page of the audience. An addition.')),
  })
  .check(z.meta({ id: 'PageLinkTarget' }));

const link = {
  pageLinkId: id('page_link'),
  tenantDomainId: z.nullable(id('tenant_domain')).check(z.describe('Null: the fallback subdomain.')),
  path: z.string().check(z.minLength(1), z.maxLength(longestPath)),
  target: PageLinkTarget,
};

const pageLink = { ...link, createdAt: timestamp, updatedAt: timestamp, deletedAt: z.nullable(timestamp) };
export const PageLink = z.object(pageLink).check(z.meta({ id: 'PageLink' }));
export type PageLink = z.infer<typeof PageLink>;

/** A path in any spelling. The result is the normalised form that is stored. */
const path = text(1, longestSpelling).check(
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

const tenantDomainId = z.nullish(idInput()).check(z.describe('Null: the fallback subdomain.'));

const targetId = z.pipe(
  z.optional(idInput(0)),
  z.transform((value) => value || undefined),
);

const isGiven = (value: unknown) => value !== undefined && value !== '';
/** A violation for a field that other fields require. It is reported together with all others. */
const required = (field: string) => ({
  path: [field],
  error: 'This field is required.',
  params: { code: 'required' },
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
});

const untyped = z
  .strictObject({
    targetType: z.optional(targetType).check(z.describe('`audience` when `audienceId` stands alone.')),
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

export const PageLinkCreate = z
  .strictObject({ path, tenantDomainId, target: PageLinkTargetInput })
  .check(z.meta({ id: 'PageLinkCreate' }));
export type PageLinkCreate = z.infer<typeof PageLinkCreate>;

export const PageLinkUpdate = z
  .strictObject({ path: z.optional(path), tenantDomainId, target: z.optional(PageLinkTargetInput) })
  .check(z.meta({ id: 'PageLinkUpdate' }));
export type PageLinkUpdate = z.infer<typeof PageLinkUpdate>;

const domainFilter = idFilter('Without it: links on the fallback subdomain.');

const linkVisitsRange = dateRange('With it: `visits` of each link, that started');

export const PageLinkSearchQuery = ranged(
  z.object({
    ...listQuery,
    ...linkVisitsRange,
    pageId: idFilter('Links to the page or to one of its audiences.'),
    query: z
      .optional(z.string().check(z.maxLength(longestPath, 'must have at most 2,048 characters')))
      .check(
        z.describe('A part of the path, in any case, with or without accents; a space is %20 in a path.'),
      ),
    targetType: z.optional(targetType),
    tenantDomainId: domainFilter,
  }),
);
export type PageLinkSearchQuery = z.infer<typeof PageLinkSearchQuery>;

const FoundPageLink = z
  .object({
    ...pageLink,
    visits: z
      .optional(Figures)
      .check(z.describe('The visits by this link, of all pages: with startDate or endDate. An addition.')),
  })
  .check(z.meta({ id: 'FoundPageLink' }));

export const PageLinkList = z
  .object({ ...listFields(FoundPageLink), wholeDaysBefore })
  .check(z.meta({ id: 'PageLinkList' }));
export type PageLinkList = z.infer<typeof PageLinkList>;

export const AudiencePageLinkList = z
  .object(countedFields(PageLink))
  .check(z.meta({ id: 'AudiencePageLinkList' }));
export type AudiencePageLinkList = z.infer<typeof AudiencePageLinkList>;

export const PersonPageLinkQuery = ranged(z.object({ ...listQuery, ...linkVisitsRange }));

export const PersonPageLinkList = z
  .object({ ...countedFields(FoundPageLink), wholeDaysBefore })
  .check(z.meta({ id: 'PersonPageLinkList' }));
export type PersonPageLinkList = z.infer<typeof PersonPageLinkList>;

/** No longer URL reaches a Worker, in characters. */
const longestUrl = 16_384;

export const ResolveQuery = z.object({
  path,
  tenantDomainId: domainFilter,
  preview: z
    .optional(z.string().check(z.meta({ maxLength: longestUrl })))
    .check(z.describe('The token of a preview. Whatever it is, the answer has words: see its `preview`.')),
});
export type ResolveQuery = z.infer<typeof ResolveQuery>;

const LinkPreview = z
  .object({
    status: z
      .enum(['shown', 'ended', 'unknown'])
      .check(
        z.describe(
          '`shown`: the words are the draft, or what waits to be published. Else they are what every visitor gets: the token has ended, or it is not one for what the path leads to.',
        ),
      ),
    expiresAt: z.nullable(timestamp).check(z.describe('Null if the token is unknown.')),
  })
  .check(z.meta({ id: 'LinkPreview' }));
export type LinkPreview = z.infer<typeof LinkPreview>;

export const PageLinkResolution = z
  .object({
    ...link,
    source: z
      .enum(['audience', 'page'])
      .check(z.describe('What is served: the page too for an audience that has nothing published.')),
    pageId: id('page'),
    audienceId: z.nullable(id('audience')),
    personId: z.nullable(id('person')),
    versionId: z.nullable(id('version')),
    versionNumber: z.nullable(z.int().check(z.minimum(1), z.meta({ format: 'int64' }))),
    content: Content,
    preview: z
      .nullable(LinkPreview)
      .check(z.describe('Null without the parameter `preview`, or with an empty one.')),
  })
  .check(z.meta({ id: 'PageLinkResolution' }));
export type PageLinkResolution = z.infer<typeof PageLinkResolution>;
