import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Audience,
  createExperiment,
  type Experiment,
  type Footfall,
  getExperiment,
  type ImportedSession,
  importAudienceSessions,
  listAudiences,
  listExperiments,
  listPages,
  type Page,
  paginate,
  updateAudience,
} from '#footfall/client';
import type { Databases } from '../../scripts/d1/sql.ts';
import { type DemoTest, demoTests, startOf, type TestVisitor, visitorsOf } from '../data/experiments.ts';
import { day } from '../data/time.ts';
import { agentOf } from '../live/agents.ts';
import { type Collector, sendVisit } from '../live/send.ts';
import { pathOf } from './audiences.ts';
import { audienceOf, shownAs } from './shown.ts';
import { pageAt } from './site.ts';

/** So long, in milliseconds, the live version was live before its test. */
const liveFor = 30 * day;
/** How long the visits of today last, in milliseconds. */
const visitMs = 64_000;
/** How many visitors come at once. */
const together = 10;
/** How long, in milliseconds, the queue may take for them. */
const patience = 20_000;

/** The test of an audience, which is started unless it had one. */
async function testOf(client: Footfall, audience: Audience, demo: DemoTest): Promise<Experiment | undefined> {
  const { audienceId } = audience;
  const { items } = (await listExperiments({ client, query: { audienceId, limit: 1 } })).data;
  if (items[0]) return items[0];
  if (audience.publishedVersion === null || audience.latestVersion.versionNumber > 1) return undefined;
  const changed = await updateAudience({ client, path: pathOf(audience), body: demo.change });
  const { versionId } = changed.data.latestVersion;
  const { name, goal } = demo;
  const body = { audienceId, name, goal, arms: [{ versionId }], start: true };
  return (await createExperiment({ client, body })).data;
}

const visitorsIn = ({ arms }: Experiment) => arms.reduce((sum, { visitors }) => sum + visitors, 0);

/** Waits until the visitors of a test are counted: a queue has them first. */
async function counted(client: Footfall, experimentId: string, wanted: number): Promise<void> {
  const deadline = Date.now() + patience;
  const read = async () =>
    visitorsIn((await getExperiment({ client, path: { experiment_id: experimentId } })).data);
  while ((await read()) < wanted && Date.now() < deadline) await sleep(200);
}

/** Lets a test begin at a time that is over, and its live version before. The API starts tests now. */
async function backdate({ run }: Databases, test: Experiment, demo: DemoTest, until: Date): Promise<void> {
  const start = startOf(demo, until).getTime();
  const [live, draft] = test.arms.map(({ versionId }) => versionId);
  const change = (text: string, ...params: unknown[]) => ({ text, params, decoders: [] });
  await run('DB', [
    change(
      'update experiments set started_at = ?1, created_at = ?1, updated_at = ?1 where experiment_id = ?2',
      start,
      test.experimentId,
    ),
    change('update audience_versions set created_at = ?1 where version_id = ?2', start, draft),
    change(
      'update audience_versions set created_at = ?1, became_draft_at = ?1, queued_at = ?1, processing_at = ?1, published_at = ?1 where version_id = ?2',
      start - liveFor,
      live,
    ),
    change('update publishes set published_at = ?1 where version_id = ?2', start - liveFor, live),
  ]);
}

/** Imports the visits of visitors of a test: they are of days that are over. */
async function importVisits(
  client: Footfall,
  page: Page,
  audience: Audience,
  { arms }: Experiment,
  visitors: TestVisitor[],
): Promise<void> {
  const sessions = visitors.map(({ arm, visit: { audience: name, ...visit } }): ImportedSession => {
    const versionId = arms[arm]?.versionId ?? null;
    return { ...visit, ...shownAs(page, name, visit.analyticsSessionId, audience), versionId };
  });
  const path = { page_id: page.pageId };
  await importAudienceSessions({ client, path, body: { sessions } });
}

/** Where tests are loaded: the collector that counts their visitors, and the databases in which they began long ago. */
export type TestTarget = Collector & { databases: Databases };

/** Starts a test of an audience, and lets its visitors come, unless it has them. */
async function loadTest(
  client: Footfall,
  { databases, ...collector }: TestTarget,
  page: Page,
  audience: Audience,
  demo: DemoTest,
  until: Date,
): Promise<void> {
  const test = await testOf(client, audience, demo);
  const visitors = visitorsOf(demo, until);
  if (test?.status !== 'running' || visitorsIn(test) >= visitors.length) return;
  const { experimentId, arms } = test;
  await backdate(databases, test, demo, until);
  await importVisits(client, page, audience, test, visitors);
  // A test counts what visitors send, and no import. What they send now is one visit of today for each version.
  const send = ({ arm, unit, isReached }: TestVisitor) => {
    const analyticsSessionId = `demo-test-${experimentId}-${arm}`;
    return sendVisit(collector, agentOf('desktop', 'Chrome'), {
      ...shownAs(page, demo.audience, analyticsSessionId, audience),
      pageId: page.pageId,
      analyticsSessionId,
      experimentId,
      versionId: arms[arm]?.versionId ?? null,
      unit,
      elapsedMs: visitMs,
      activeMs: visitMs,
      engagedMs: visitMs,
      hasInput: true,
      hasConversion: isReached && demo.goal === 'conversion',
      ...(isReached &&
        demo.goal === 'formSubmit' && {
          formSubmit: { formSubmissionId: `${analyticsSessionId}-form` },
        }),
    });
  };
  for (let from = 0; from < visitors.length; from += together)
    await Promise.all(visitors.slice(from, from + together).map(send));
  await counted(client, experimentId, visitors.length);
}

/** Starts the tests of the demo, and lets their visitors come. What was there before stays as it is. */
export async function loadTests(client: Footfall, demo: Partial<TestTarget>, until: Date): Promise<void> {
  const { address, websiteKey, site, databases } = demo;
  if (address === undefined || websiteKey === undefined || site === undefined || !databases) return;
  const target = { address, websiteKey, site, databases };
  const pages = await Array.fromAsync(paginate(listPages, { client }));
  await Promise.all(
    demoTests.map(async (of) => {
      const page = pageAt(pages, of.path);
      if (!page) return;
      const path = { page_id: page.pageId };
      const audiences = await Array.fromAsync(paginate(listAudiences, { client, path }));
      const audience = audienceOf(audiences, of.audience, undefined);
      if (audience) await loadTest(client, target, page, audience, of, until);
    }),
  );
}
