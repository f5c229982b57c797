import * as z from 'zod';
import { Content } from '../audiences/content-schemas.ts';
import { listOf, listQuery } from '../http/list-query.ts';
import { id, idFilter, idInput, text, timestamp } from '../http/schemas.ts';
import { isDecodable, isPathOnly, isShort, longestPath, longestSpelling, normalisePath } from './path.ts';

const targetType = z.enum(['audience', 'page']);

export const PageLinkTarget = z
  .object({
    targetType,
    audienceId: z.string().max(36).meta({ description: 'Empty for a page.' }),
    pageId: id('page').meta({ description: 'The page, or that of the audience. An addition.' }),
  })
  .meta({ id: 'PageLinkTarget' });

const link = {
  pageLinkId: id('page_link'),
  tenantDomainId: id('tenant_domain').nullable().meta({ description: 'Null: the fallback subdomain.' }),
  path: z.string().min(1).max(longestPath),
  target: PageLinkTarget,
};

export const PageLink = z
  .object({ ...link, createdAt: timestamp, updatedAt: timestamp, deletedAt: timestamp.nullable() })
  .meta({ id: 'PageLink' });
export type PageLink = z.infer<typeof PageLink>;

/** A path in any spelling. The result is the normalised form that is stored. */
const path = text(1, longestSpelling)
  .refine(isPathOnly, 'must be a path: without scheme, ? and # (percent-encode them)')
  .refine(isDecodable, {
    error: 'must have whole percent-escapes of UTF-8 (a % itself is %25)',
    params: { code: 'invalid_format' },
  })
  .refine((value) => value.length > longestSpelling || isShort(value), {
    error: 'must have at most 2,048 characters, as it is and normalised',
    params: { code: 'too_long' },
  })
  .overwrite((value) => normalisePath(value) ?? value)
  .meta({ description: 'In any spelling: `über-uns`, `//über-uns/` and `/%C3%BCber-uns` are `/über-uns`.' });

const tenantDomainId = idInput().nullable().optional().meta({
  description: 'Null: the fallback subdomain.',
});

const targetId = idInput(0)
  .optional()
  .transform((value) => value || undefined);

const isGiven = (value: unknown) => value !== undefined && value !== '';
/** A violation for a field that other fields require. It is reported together with all others. */
const required = (field: string) => ({
  path: [field],
  error: 'This field is required.',
  params: { code: 'required' },
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
});

type TargetType = z.infer<typeof targetType>;
type Target = {
  targetType?: TargetType | undefined;
  audienceId?: string | undefined;
  pageId?: string | undefined;
};

/** Sets the default type of a target: an `audienceId` alone means an audience. */
const typed = <T extends Target>(target: T): T & { targetType: TargetType } => ({
  ...target,
  targetType: target.targetType ?? 'audience',
});

/** The target of a link: an audience, or a page, by its own id or by that of one of its audiences. */
export const PageLinkTargetInput = z
  .strictObject({
    targetType: targetType.optional().meta({ description: '`audience` when `audienceId` stands alone.' }),
    audienceId: targetId,
    pageId: targetId,
  })
  .refine(
    (v) => v.targetType !== undefined || (isGiven(v.audienceId) && !isGiven(v.pageId)),
    required('targetType'),
  )
  .refine((v) => v.targetType !== 'audience' || isGiven(v.audienceId), required('audienceId'))
  .refine((v) => v.targetType !== 'page' || isGiven(v.pageId) || isGiven(v.audienceId), required('pageId'))
  .transform(typed)
  .meta({ id: 'PageLinkTargetInput' });
export type PageLinkTargetInput = z.infer<typeof PageLinkTargetInput>;

export const PageLinkCreate = z
  .strictObject({ path, tenantDomainId, target: PageLinkTargetInput })
  .meta({ id: 'PageLinkCreate' });
export type PageLinkCreate = z.infer<typeof PageLinkCreate>;

export const PageLinkUpdate = z
  .strictObject({ path: path.optional(), tenantDomainId, target: PageLinkTargetInput.optional() })
  .meta({ id: 'PageLinkUpdate' });
export type PageLinkUpdate = z.infer<typeof PageLinkUpdate>;

const domainFilter = idFilter('Without it: links on the fallback subdomain.');

export const PageLinkSearchQuery = z.object({
  ...listQuery,
  pageId: idFilter('Links to the page or to one of its audiences.'),
  query: z.string().max(longestPath, 'must have at most 2,048 characters').optional().meta({
    description: 'A part of the path, in any case, with or without accents; a space is %20 in a path.',
  }),
  targetType: targetType.optional(),
  tenantDomainId: domainFilter,
});

export const PageLinkList = listOf(PageLink, 'PageLinkList');

export const ResolveQuery = z.object({ path, tenantDomainId: domainFilter });

export const PageLinkResolution = z
  .object({
    ...link,
    source: z
      .enum(['audience', 'page'])
      .meta({ description: 'What is served: the page too for an audience that has nothing published.' }),
    pageId: id('page'),
    audienceId: id('audience').nullable(),
    personId: id('person').nullable(),
    versionId: id('version').nullable(),
    versionNumber: z.int().min(1).meta({ format: 'int64' }).nullable(),
    content: Content,
  })
  .meta({ id: 'PageLinkResolution' });
export type PageLinkResolution = z.infer<typeof PageLinkResolution>;
