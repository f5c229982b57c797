import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Audience,
  createExperiment,
  type Experiment,
  type Footfall,
  getExperiment,
  listAudiences,
  listExperiments,
  listPages,
  paginate,
  updateAudience,
} from '#footfall/client';
import { type DemoTest, demoTests, visitorsOf } from '../data/experiments.ts';
import { agentOf } from '../live/agents.ts';
import { type Collector, sendVisit } from '../live/send.ts';
import { pathOf } from './audiences.ts';
import { audienceOf, shownAs } from './shown.ts';
import { pageAt } from './site.ts';

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

/** Starts the tests of the demo, and lets their visitors come. What was there before stays as it is. */
export async function loadTests(client: Footfall, demo: Partial<Collector>): Promise<void> {
  const { address, websiteKey, site } = demo;
  if (address === undefined || websiteKey === undefined || site === undefined) return;
  const pages = await Array.fromAsync(paginate(listPages, { client }));
  await Promise.all(
    demoTests.map(async (of) => {
      const page = pageAt(pages, of.path);
      if (!page) return;
      const { pageId } = page;
      const audiences = await Array.fromAsync(paginate(listAudiences, { client, path: { page_id: pageId } }));
      const audience = audienceOf(audiences, of.audience, undefined);
      const test = audience && (await testOf(client, audience, of));
      const visitors = visitorsOf(of);
      if (test?.status !== 'running' || visitorsIn(test) >= visitors.length) return;
      const { experimentId, arms } = test;
      for (let from = 0; from < visitors.length; from += together)
        await Promise.all(
          visitors
            .slice(from, from + together)
            .map(({ arm, analyticsSessionId, unit, isReached, engagedMs }) =>
              sendVisit({ address, websiteKey, site }, agentOf('desktop', 'Chrome'), {
                ...shownAs(page, of.audience, analyticsSessionId, audience),
                pageId,
                analyticsSessionId,
                experimentId,
                versionId: arms[arm]?.versionId ?? null,
                unit,
                elapsedMs: engagedMs,
                activeMs: engagedMs,
                engagedMs,
                maxScrollDepthPercentage: 60,
                clicksCount: Number(isReached),
                hasInput: true,
                hasConversion: isReached && of.goal === 'conversion',
                hasActionClick: isReached && of.goal === 'actionClick',
                ...(isReached &&
                  of.goal === 'formSubmit' && {
                    formSubmit: { formSubmissionId: `${analyticsSessionId}-form` },
                  }),
              }),
            ),
        );
      await counted(client, experimentId, visitors.length);
    }),
  );
}
