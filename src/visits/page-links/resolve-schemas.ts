import * as z from 'zod/mini';
import { Content } from '../../content/pages/content-schemas.ts';
import { described, object } from '../../http/described.ts';
import { Problem } from '../../http/problem.ts';
import { id, text, timestamp } from '../../http/schemas.ts';
import { addressOf } from './address.ts';
import { domainFilter, isGiven, link, path, required, tenantDomainId } from './schemas.ts';

/** No longer URL reaches a Worker, in characters. */
const longestUrl = 16_384;

const url = text(1, longestUrl).check(
  z.refine((value) => addressOf(value) !== undefined, {
    error: 'must be an absolute http or https URL, without user name',
    params: { code: 'invalid_format' },
  }),
  z.describe('The address of a page, as a browser shows it, in place of `path` and `tenantDomainId`.'),
);

const isText = (value: unknown) => typeof value === 'string';
const isSent = (value: unknown, name: string) => isGiven((value as Record<string, unknown>)[name]);
const isRecord = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A violation of a field that stands beside another one that excludes it. Of a list, where one value may be, there is another. */
const beside = (field: string, other: string, isOne = (_: unknown) => true) =>
  z.refine(
    (value: unknown) =>
      !isSent(value, field) || !isSent(value, other) || !isOne((value as Record<string, unknown>)[field]),
    {
      path: [field],
      error: `must not stand beside ${other}`,
      params: { code: 'not_allowed' },
      when: isRecord,
    },
  );

const visitor = described(
  z.optional(text(1, 200)),
  'Anything that is the same whenever this visitor comes, such as an id of your own. It says which version of a running test they get, and is not stored.',
);

export const ResolveQuery = z
  .object({
    path: z.optional(path),
    url: z.optional(url),
    tenantDomainId: domainFilter,
    preview: described(
      z.optional(z.string().check(z.meta({ maxLength: longestUrl }))),
      'The token of a preview. Whatever it is, the answer has words: see its `preview`.',
    ),
    visitor,
  })
  .check(
    z.refine((value) => isSent(value, 'path') || isSent(value, 'url'), required('path')),
    beside('url', 'path', isText),
    beside('tenantDomainId', 'url', isText),
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
  z.strictObject({ paths: upTo50(onePath), urls: upTo50(oneUrl), tenantDomainId, visitor }).check(
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

const ResolvedArm = object('ResolvedArm', {
  versionId: id('version'),
  versionNumber: described(z.optional(z.int().check(z.minimum(1), z.meta({ format: 'int64' }))), ofRead),
  weight: z.int().check(z.minimum(1), z.meta({ format: 'int32' })),
  content: ServedContent,
});

const ResolvedExperiment = object('ResolvedExperiment', {
  experimentId: id('experiment'),
  unit: described(
    z.nullable(z.string().check(z.maxLength(11))),
    'Stands for the visitor in the test. Null without the parameter `visitor`.',
  ),
  arms: described(
    z.nullable(z.array(ResolvedArm).check(z.maxLength(4))),
    'Without the parameter `visitor`: all versions of the test, for who keeps answers and chooses by themselves.',
  ),
});
export type ResolvedExperiment = z.infer<typeof ResolvedExperiment>;

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
  experiment: described(
    z.nullable(ResolvedExperiment),
    'The test that runs on the audience, of which `versionId` and `content` are one arm. Null without one, and in a preview.',
  ),
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
