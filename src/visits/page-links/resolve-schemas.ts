import * as z from 'zod/mini';
import { Content } from '../../content/pages/content-schemas.ts';
import { described, object } from '../../http/described.ts';
import { Problem } from '../../http/problem-schema.ts';
import { id, timestamp } from '../../http/schemas.ts';
import { mostResolved } from './resolve-query-schemas.ts';
import { link } from './schemas.ts';

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
