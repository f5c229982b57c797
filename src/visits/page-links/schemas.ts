import * as z from 'zod/mini';
import { Figures, wholeDaysBefore } from '../../analytics/figures-schemas.ts';
import { Content } from '../../content/pages/content-schemas.ts';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { countedFields, listFields, listQuery } from '../../http/list-query.ts';
import { Problem } from '../../http/problem.ts';
import { id, idFilter, idInput, text, textUpTo, timestamp } from '../../http/schemas.ts';
import { addressOf } from './address.ts';
import { isDecodable, isPathOnly, isShort, longestPath, longestSpelling, normalisePath } from './path.ts';

const targetType = z.enum(['audience', 'page']);

const PageLinkTarget = object('PageLinkTarget', {
  targetType,
  audienceId: described(textUpTo(36), 'Empty for a page.'),
  pageId: described(id('page'), 'The page, or the page of the audience. An addition.'),
});

const link = {
  pageLinkId: id('page_link'),
  tenantDomainId: described(z.nullable(id('tenant_domain')), 'Null: the fallback subdomain.'),
  path: z.string().check(z.minLength(1), z.maxLength(longestPath)),
  target: PageLinkTarget,
};

const pageLink = { ...link, createdAt: timestamp, updatedAt: timestamp, deletedAt: z.nullable(timestamp) };
export const PageLink = object('PageLink', pageLink);
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

const tenantDomainId = described(z.nullish(idInput()), 'Null: the fallback subdomain.');

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

const domainFilter = idFilter('Without it: links on the fallback subdomain.');

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

/** No longer URL reaches a Worker, in characters. */
const longestUrl = 16_384;

const url = text(1, longestUrl).check(
  z.refine((value) => addressOf(value) !== undefined, {
    error: 'must be an absolute http or https URL, without user name',
    params: { code: 'invalid_format' },
  }),
  z.describe('The address of a page, as a browser shows it, in place of `path` and `tenantDomainId`.'),
);

const isSent = (value: unknown, name: string) => isGiven((value as Record<string, unknown>)[name]);
const isRecord = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A violation of a field that stands beside another one that excludes it. */
const beside = (field: string, other: string) =>
  z.refine((value: unknown) => !isSent(value, field) || !isSent(value, other), {
    path: [field],
    error: `must not stand beside ${other}`,
    params: { code: 'not_allowed' },
    when: isRecord,
  });

export const ResolveQuery = z
  .object({
    path: z.optional(path),
    url: z.optional(url),
    tenantDomainId: domainFilter,
    preview: described(
      z.optional(z.string().check(z.meta({ maxLength: longestUrl }))),
      'The token of a preview. Whatever it is, the answer has words: see its `preview`.',
    ),
  })
  .check(
    z.refine((value) => isSent(value, 'path') || isSent(value, 'url'), required('path')),
    beside('url', 'path'),
    beside('tenantDomainId', 'url'),
  );
export type ResolveQuery = z.infer<typeof ResolveQuery>;

/** The most paths or URLs of a request. */
export const mostResolved = 50;

const upTo50 = <Item extends z.ZodMiniType>(item: Item) =>
  z.optional(
    z
      .array(item)
      .check(
        z.minLength(1, 'must have at least 1 item'),
        z.maxLength(mostResolved, `must have at most ${mostResolved} items`),
      ),
  );
const batchOf = <Path extends z.ZodMiniType, Url extends z.ZodMiniType>(onePath: Path, oneUrl: Url) =>
  z.strictObject({ paths: upTo50(onePath), urls: upTo50(oneUrl), tenantDomainId }).check(
    z.refine((value) => isSent(value, 'paths') || isSent(value, 'urls'), required('paths')),
    beside('urls', 'paths'),
    beside('tenantDomainId', 'urls'),
  );

/** Many paths of one domain, or many addresses. */
export const ResolveBatch = batchOf(path, url).check(z.meta({ id: 'ResolveBatch' }));
/** A list whose items may be anything: each has an outcome of its own. */
export const LooseResolveBatch = batchOf(z.unknown(), z.unknown());
/** An item of each list. */
export const resolvePath = path;
export const resolveUrl = url;

const LinkPreview = object('LinkPreview', {
  status: described(
    z.enum(['shown', 'ended', 'unknown']),
    '`shown`: the words are the draft, or what waits to be published. Else they are what every visitor gets: the token has ended, or it is not one for what the path leads to.',
  ),
  expiresAt: described(z.nullable(timestamp), 'Null if the token is unknown.'),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

const ofRead = 'Only for a key with `read`.';

/** The content without what is internal, which a key with `read` gets besides. */
const ServedContent = object('ServedContent', {
  ...Content.shape,
  actionFormInstructions: described(z.optional(Content.shape.actionFormInstructions), ofRead),
  supplementaryContext: described(z.optional(Content.shape.supplementaryContext), ofRead),
});

const orNoLink = 'Null where `url` is of a page that no link of this address leads to.';

export const PageLinkResolution = object('PageLinkResolution', {
  pageLinkId: described(z.nullable(link.pageLinkId), orNoLink),
  tenantDomainId: described(
    z.optional(link.tenantDomainId),
    `Null: the fallback subdomain, or no link. ${ofRead}`,
  ),
  path: described(z.nullable(link.path), `The path of the link. ${orNoLink}`),
  target: described(
    z.optional(z.nullable(link.target)),
    `Where the link leads, also if something else is served. ${orNoLink} ${ofRead}`,
  ),
  source: described(
    z.enum(['audience', 'page']),
    'What is served: the page too for an audience that has nothing published.',
  ),
  pageId: id('page'),
  audienceId: z.nullable(id('audience')),
  personId: described(z.optional(z.nullable(id('person'))), ofRead),
  versionId: z.nullable(id('version')),
  versionNumber: described(
    z.optional(z.nullable(z.int().check(z.minimum(1), z.meta({ format: 'int64' })))),
    ofRead,
  ),
  content: ServedContent,
  preview: described(z.nullable(LinkPreview), 'Null without the parameter `preview`, or with an empty one.'),
});
export type PageLinkResolution = z.infer<typeof PageLinkResolution>;

export const ResolveBatchResult = object('ResolveBatchResult', {
  results: z
    .array(
      z.object({
        status: z.union([z.literal(200), z.literal(400), z.literal(404)]),
        resolution: z.nullable(PageLinkResolution),
        problem: z.nullable(Problem),
      }),
    )
    .check(z.maxLength(mostResolved)),
});
export type ResolveBatchResult = z.infer<typeof ResolveBatchResult>;
