import { pageExample } from '../../content/pages/openapi.ts';
import { contentExample } from '../../content/versions/openapi.ts';
import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { tenantDomainExample } from '../tenant-domains/openapi.ts';
import { PageLinkResolution, ResolveBatchResult } from './resolve-schemas.ts';
import { AudiencePageLinkList, PageLink, PageLinkList, PersonPageLinkList } from './schemas.ts';

const audienceId = 'audience_01kafz8q6tf7n9t3cwh2k5v4xe';
const link = {
  pageLinkId: 'page_link_01kafz8q6tf7n9t3cwh2k5v4xe',
  tenantDomainId: tenantDomainExample.tenantDomainId,
  path: '/für/northwind',
  target: { targetType: 'audience' as const, audienceId, pageId: pageExample.pageId },
};
const pageLinkExample: PageLink = {
  ...link,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  deletedAt: null,
};
const resolutionExample: PageLinkResolution = {
  ...link,
  source: 'audience',
  pageId: pageExample.pageId,
  audienceId,
  personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  versionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xe',
  versionNumber: 2,
  content: contentExample,
  preview: null,
  experiment: null,
};
const answer = answerOf(PageLink, 'The page link.', pageLinkExample);
const refusals = [
  'tenant_domain_not_found',
  'audience_not_found',
  'page_not_found',
  'audience_archived',
  'path_taken',
] as const;

export const pageLinkOperations = operationsOf('Page links', {
  'POST /v0/page_links': {
    id: 'createPageLink',
    summary: 'Create a page link',
    description:
      'One path has one live link on a domain, in whatever spelling. A page can be named by one of its audiences.',
    example: {
      path: '/für/northwind',
      tenantDomainId: link.tenantDomainId,
      target: { targetType: 'audience', audienceId },
    },
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: refusals,
  },
  'GET /v0/page_links/search': {
    id: 'searchPageLinks',
    specified: true,
    summary: 'Search page links, newest first',
    description: 'Of one domain, or of the fallback subdomain. Deleted links are not listed.',
    answer: pageOf(PageLinkList, 'A page of page links.', pageLinkExample),
    errors: ['too_many_values'],
  },
  'GET /v0/pages/{page_id}/audiences/{audience_id}/page_links': {
    id: 'listAudiencePageLinks',
    summary: 'List the page links that lead to an audience, newest first',
    description: 'Of all domains. Deleted links are not listed.',
    answer: pageOf(AudiencePageLinkList, 'A page of page links.', pageLinkExample),
  },
  'GET /v0/persons/{person_id}/page_links': {
    id: 'listPersonPageLinks',
    summary: 'List the page links that lead to audiences of a person, newest first',
    description: 'Of all domains. Deleted links are not listed.',
    answer: pageOf(PersonPageLinkList, 'A page of page links.', pageLinkExample),
    errors: ['too_many_values'],
  },
  'GET /v0/page_links/resolve': {
    id: 'resolvePageLink',
    summary: 'Answer a visit: what a path leads to, and its content',
    description:
      'The snapshot of the published version, or the page where nothing is published. May be kept for a minute, ' +
      'and for ten more while it is asked for again with If-None-Match ' +
      '(`Cache-Control: private, max-age=60, stale-while-revalidate=600`). ' +
      'With `preview`, the next words of the audience, never to be kept. With `url` in place of `path`: a link of the ' +
      'tenant domain of that host, else a link without a domain to a page of that host, else the page with that URL. ' +
      'A key with `resolve` and without `read` may be in a page; its answers lack what is internal. A 404 may be kept ' +
      'for a minute (`private, max-age=60`). While the database does not answer, a copy may: what was true within the ' +
      'last hour (`footfall-copy: 1`, with its `Age`).',
    answer: {
      ...answerOf(PageLinkResolution, 'What is served.', resolutionExample),
      headers: ['Cache-Control', 'Vary', 'Age', 'footfall-copy'],
    },
    tagged: 'read',
    errors: ['page_link_not_found', 'origin_not_allowed'],
  },
  'POST /v0/page_links/resolve': {
    id: 'resolvePageLinks',
    summary: 'Answer up to 50 visits at once, as for a static build',
    description:
      'Of paths, or of addresses. Each item is as the answer to a visit, in order; one that nobody has or that breaks a rule has a problem, and stops no other. Only reads, so it can be sent again.',
    example: { paths: ['/für/northwind'], tenantDomainId: link.tenantDomainId },
    answer: answerOf(ResolveBatchResult, 'The outcome of each path or address, in order.', {
      results: [{ status: 200, resolution: resolutionExample, problem: null }],
    }),
    errors: ['origin_not_allowed'],
  },
  'GET /v0/page_links/{page_link_id}': {
    id: 'getPageLink',
    summary: 'Read a page link, deleted or not',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/page_links/{page_link_id}': {
    id: 'updatePageLink',
    specified: true,
    summary: 'Change a page link',
    example: { path: '/pricing', target: { targetType: 'page', pageId: pageExample.pageId } },
    answer,
    tagged: 'write',
    errors: refusals,
  },
  'DELETE /v0/page_links/{page_link_id}': {
    id: 'deletePageLink',
    summary: 'Delete a page link, so that its path is free',
    description: 'One that is deleted already stays as it is.',
    answer,
    tagged: 'write',
  },
});
