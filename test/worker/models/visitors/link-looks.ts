import fc from 'fast-check';
import type { PageLinkList } from '../../../../src/visits/page-links/schemas.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day } from '../../support/times.ts';
import { databaseFor, lookAtBreakdown, lookAtSessions } from '../sessions/looks.ts';
import { epoch, type Model, numbersOf, valueIn, wholeDaysOf } from '../sessions/model.ts';
import {
  type Asked,
  datesOf,
  look,
  plainLook,
  type Question,
  questionOf,
  spanOf,
} from '../sessions/questions.ts';
import type { Links } from './links.ts';
import type { People } from './people.ts';

// Random questions of the visits by each link. Every answer is compared with that of the model.

type Filter = Asked['filters'][number];
/** A filter by some links, or by no link. Null is unknown, undefined a link that no session has. */
const byLink = fc
  .array(fc.constantFrom(0, 1, 2, 3, null, undefined), { minLength: 1, maxLength: 3 })
  .map((picks): Filter => ['pageLinkId', picks]);
const byCountry = fc.constantFrom<Filter[]>(['country', [0]], ['country', [null]]);

/** A question as the model of sessions has it, most often by links. */
export const linkLook = fc
  .record({
    look,
    by: fc.constantFrom('pageLinkId', 'pageLinkId', 'landingPath', 'country'),
    filters: fc.oneof(
      fc.constant<Filter[]>([]),
      byLink.map((one) => [one]),
      byCountry.map((one) => [one]),
      fc.tuple(byLink, byCountry),
    ),
    /** Where links are searched. */
    isCustom: fc.boolean(),
    ofPage: fc.constantFrom(undefined, 0, 1),
  })
  .map(({ look: { start, end, asked }, by, filters, ...search }) => ({
    ...search,
    kind: 'look at links' as const,
    look: { kind: 'look' as const, start, end, asked: { ...asked, by, filters } },
  }));
export type LinkLook = typeof linkLook extends fc.Arbitrary<infer T> ? T : never;

/** Everything of one page. */
export const wholeLinkLook = (page: 0 | 1): LinkLook => {
  const { asked, ...rest } = plainLook(page);
  return {
    kind: 'look at links',
    isCustom: page === 1,
    ofPage: undefined,
    look: { ...rest, asked: { ...asked, by: 'pageLinkId', filters: [] } },
  };
};

export interface LinkSight {
  model: Model;
  people: People;
  links: Links;
}

/** Every page of the search of links. It has visits only with a date. */
async function lookAtSearch({ model, links, people }: LinkSight, question: Question, of: LinkLook) {
  const { limit } = question;
  const isAllTime = question.start === undefined && question.end === undefined;
  const dates = datesOf(isAllTime ? { ...question, start: epoch - day } : question);
  const ofRange = model.within(spanOf(question));
  const pageId = of.ofPage === undefined ? undefined : people.placeAt(of.ofPage).pageId;
  const expected = links.live
    .filter((link) => link.host === (of.isCustom ? 'custom' : 'fallback'))
    .filter((link) => pageId === undefined || link.pageId === pageId)
    .toReversed()
    .map(({ pageLinkId }) => ({
      pageLinkId,
      visits: numbersOf(
        model,
        ofRange.filter((session) => valueIn(session, 'pageLinkId') === pageLinkId),
      ),
    }));
  const query = new URLSearchParams({
    ...dates,
    query: links.prefix,
    limit: String(limit),
    ...(of.isCustom ? { tenantDomainId: links.tenantDomainId } : {}),
    ...(pageId === undefined ? {} : { pageId }),
  });
  let cursor: string | null = '';
  for (let at = 0; cursor !== null; at += limit) {
    const path: string = `/v0/page_links/search?${query}${cursor && `&cursor=${cursor}`}`;
    const { items, ...rest } = await ok(send<PageLinkList>('GET', path));
    expect(
      items.map(({ pageLinkId, visits }) => ({ pageLinkId, visits })),
      path,
    ).toEqual(expected.slice(at, at + limit));
    const hasMore = expected.length > at + limit;
    expect(rest, path).toEqual({
      hasMore,
      nextCursor: hasMore ? expect.any(String) : null,
      totalCount: expected.length,
      ...wholeDaysOf(ofRange),
    });
    cursor = rest.nextCursor;
  }
}

/** Asks the search of links, breakdowns and the list of sessions. Returns whether the question was one. */
export async function lookAtLinks(sight: LinkSight, of: LinkLook): Promise<boolean> {
  const { model, people } = sight;
  const places = people.places.map(({ pageId, audiences }) => ({
    pageId,
    audiences: audiences.map(({ audienceId }) => audienceId),
    versions: [],
  }));
  const question = questionOf(model, places, of.look);
  if (!question) return false;
  const sessions = { model, question, archived: new Set<string>(), open: databaseFor(model, question) };
  await lookAtSearch(sight, question, of);
  await lookAtBreakdown(sessions, 'page');
  await lookAtBreakdown(sessions, 'workspace');
  await lookAtSessions(sessions, 'page');
  await lookAtSessions(sessions, 'workspace');
  return true;
}
