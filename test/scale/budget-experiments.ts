import { env } from 'cloudflare:workers';
import type { Audience, AudienceVersion } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { Experiment } from '../../src/visits/experiments/schemas.ts';
import type { PageLink } from '../../src/visits/page-links/schemas.ts';
import { unitIn } from '../arms.ts';
import { send } from '../worker/support/client.ts';
import { bigPage, visitedPage } from '../worker/support/load/content.ts';
import { at, etagOf, growing, made, nextPage, rows, unique } from './budget.ts';

const root = '/v0/experiments';
const route = `${root}/:experiment_id`;

/** An audience of many persons, with a live version and drafts, of which a test has frozen all. */
export async function withTest(fields: object = {}, { arms = 1, pageId = bigPage } = {}) {
  const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, { supplementaryContext: 'a' });
  const path = `/v0/pages/${pageId}/audiences/${audienceId}`;
  await env.DB.prepare(
    "update audience_versions set status = 'published', snapshot = ? where audience_id = ?",
  )
    .bind(JSON.stringify({ metadata: { robots: [] } }), audienceId)
    .run();
  const draft = await send<AudienceVersion>('POST', `${path}/versions`, {});
  const named = [{ versionId: draft.body.versionId }];
  let test = await made<Experiment>(root, { audienceId, goal: 'conversion', arms: named, ...fields });
  while (named.length < arms) {
    const { body } = await send<Audience>('PATCH', path, { supplementaryContext: unique() });
    named.push({ versionId: body.latestVersion.versionId });
    test = (await send<Experiment>('PATCH', `${root}/${test.experimentId}`, { arms: named })).body;
  }
  return { path, test, of: `${root}/${test.experimentId}`, named };
}
export const running = () => withTest({ start: true });

/** A test with visitors in all of its rows. */
export async function counted(pageId = bigPage) {
  const { of, test } = await withTest({}, { pageId });
  await fillUnits(test.experimentId);
  return { of, test };
}
/** Gives a test two visitors in each of its rows, of whom so many of the second arm have converted. */
export const fillUnits = (experimentId: string, hits = 0) =>
  env.DB.prepare(
    `insert into experiment_units select ?1, key, 1, 1, 0, 0, 0, ?2, 0, 0, 0, 1, 0, ',aaaa,bbbb', '',
       printf(',A%010d0,B%010d1', key, key) from json_each(?3)`,
  )
    .bind(experimentId, hits, JSON.stringify(Array(64).fill(0)))
    .run();

const toAudience = async ({ test: { audienceId } }: { test: Experiment }) =>
  made<PageLink>('/v0/page_links', {
    path: `/budget/${unique()}`,
    target: { targetType: 'audience', audienceId },
  });

/** An audience with a live version and a draft. */
async function withDraft() {
  const { path, of, test, named } = await withTest();
  await send('DELETE', of);
  return { path, body: { audienceId: test.audienceId, goal: 'conversion', arms: named } };
}

/** The rows of docs/operators/cost.md for tests of versions. */
export const experimentsTable = rows({
  [`POST ${root} | a draft of a version`]: async () => at(root, (await withDraft()).body),
  [`POST ${root} | started at once`]: async () => at(root, { ...(await withDraft()).body, start: true }),
  [`POST ${root} | started at once, with If-Match`]: async () => {
    const { path, body } = await withDraft();
    return at(root, { ...body, start: true }, { 'if-match': await etagOf(path) });
  },
  [`POST ${root} | of an unknown audience`]: async () =>
    at(root, { ...(await withDraft()).body, audienceId: 'audience_none' }),
  [`GET ${root} | 50 a page`]: root,
  [`GET ${root} | of a page, second page of 100`]: () => nextPage(`${root}?limit=100&pageId=${bigPage}`),
  [`GET ${root} | of an audience, with visitors in all rows`]: async () =>
    `${root}?audienceId=${(await counted()).test.audienceId}`,
  // Every other loaded test runs, and those that run are counted to 1,000.
  [`GET ${root} | 50 that run`]: growing(500, `${root}?status=running`),
  [`GET ${root}/estimate | of a page with 100,000 visits`]: async () => {
    const { audienceId } = (await withTest({}, { pageId: visitedPage })).test;
    return `${root}/estimate?audienceId=${audienceId}&goal=conversion`;
  },
  [`GET ${root}/estimate | of an unknown audience`]: `${root}/estimate?audienceId=audience_none&goal=conversion`,
  [`GET ${route} | with visitors in all rows, of a page with 100,000 visits`]: async () =>
    (await counted(visitedPage)).of,
  [`GET ${route} | not modified`]: async () => {
    const { of } = await withTest();
    return at(of, undefined, { 'if-none-match': await etagOf(of) });
  },
  [`GET ${route} | not found`]: `${root}/experiment_none`,
  [`PATCH ${route} | its name, while it runs`]: async () => at((await running()).of, { name: 'B' }),
  [`PATCH ${route} | 4 arms, goal and end`]: async () => {
    const { of, named } = await withTest({}, { arms: 3 });
    return at(of, { arms: named, goal: 'formSubmit', endsAt: '2099-01-01T00:00:00Z' });
  },
  [`PATCH ${route} | nothing`]: async () => at((await withTest()).of, {}),
  [`DELETE ${route} | a draft of 4 arms`]: async () => (await withTest({}, { arms: 3 })).of,
  [`DELETE ${route} | not found`]: `${root}/experiment_none`,
  [`POST ${route}/start | 4 arms`]: async () => at(`${(await withTest({}, { arms: 3 })).of}/start`, {}),
  [`POST ${route}/start | another runs`]: async () => {
    const { test, named } = await running();
    const other = { audienceId: test.audienceId, goal: 'conversion', arms: named };
    const { experimentId } = await made<Experiment>(root, other);
    return at(`${root}/${experimentId}/start`, {});
  },
  [`POST ${route}/stop | running`]: async () => at(`${(await running()).of}/stop`, {}),
  [`POST ${route}/stop | a draft`]: async () => at(`${(await withTest()).of}/stop`, {}),
  [`POST ${route}/publish_winner | another version`]: async () => {
    const { of, named } = await running();
    return at(`${of}/publish_winner`, named[0]);
  },
  [`POST ${route}/publish_winner | the live version`]: async () => {
    const { of, test } = await running();
    return at(`${of}/publish_winner`, { versionId: test.arms[0]?.versionId });
  },
  'GET /v0/page_links/resolve | a test of 4 versions': async () => {
    const of = await withTest({}, { arms: 3 });
    await send('POST', `${of.of}/start`, {});
    return `/v0/page_links/resolve?path=${(await toAudience(of)).path}`;
  },
  'GET /v0/page_links/resolve | a test, with a visitor': async () =>
    `/v0/page_links/resolve?path=${(await toAudience(await running())).path}&visitor=v`,
});

/** What a visit says of an arm of a test that runs. */
export async function visitOfTest(arm = 1) {
  const { pageId } = await made<Page>('/v0/pages', { title: 'Test', url: `https://${unique()}.example/` });
  const { test } = await withTest({ start: true }, { pageId });
  const { audienceId, experimentId, arms } = test;
  return {
    pageId,
    audienceId,
    experimentId,
    versionId: arms[arm]?.versionId ?? null,
    unit: unitIn(test, arm),
  };
}
