import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { VersionContent } from '../../../src/content/versions/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import type { Visit, VisitMessage } from '../../../src/visits/beacons/schemas.ts';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import { unitIn } from '../../arms.ts';
import { patch } from './audiences.ts';
import { call, queue } from './calls.ts';
import { type Problem, send } from './client.ts';
import { ok } from './replies.ts';
import { publish, versionPath, withDraft } from './versions.ts';
import { messageOf, newId, visitOf } from './visits.ts';

const root = '/v0/experiments';
export const pathOfTest = ({ experimentId }: Pick<Experiment, 'experimentId'>) => `${root}/${experimentId}`;
export const create = (body: object, headers: Record<string, string> = {}) =>
  call<Experiment>('POST', root, body, { headers });
export const readTest = (test: Pick<Experiment, 'experimentId'>) =>
  ok(call<Experiment>('GET', pathOfTest(test)));
export const listTests = (query: string) => ok(call<List<Experiment>>('GET', `${root}?${query}`));
export const change = (test: Experiment, body: object, headers: Record<string, string> = {}) =>
  call<Experiment>('PATCH', pathOfTest(test), body, { headers });
export const remove = (test: Experiment) => call<Experiment>('DELETE', pathOfTest(test));
export const actOnTest = (
  test: Pick<Experiment, 'experimentId'>,
  action: 'start' | 'stop',
  headers: Record<string, string> = {},
) => call<Experiment>('POST', `${pathOfTest(test)}/${action}`, {}, { headers });
/** Publishes a version of a test as its winner, which takes two trips. Its message is held. */
export const publishWinner = (test: Pick<Experiment, 'experimentId'>, { versionId }: { versionId: string }) =>
  send<Experiment & Problem>(
    'POST',
    `${pathOfTest(test)}/publish_winner`,
    { versionId },
    { bindings: queue.bindings() },
  );

/** The instructions in the words of a version. */
export const contextOf = async (of: Parameters<typeof versionPath>[0], version: { versionId: string }) =>
  (await ok(call<VersionContent>('GET', `${versionPath(of, version)}/content`))).content.supplementaryContext;

/** What a test of the draft of an audience is made of. */
export const bodyFor = ({ audienceId, latestVersion }: Audience, fields: object = {}) => ({
  audienceId,
  goal: 'conversion',
  arms: [{ versionId: latestVersion.versionId }],
  ...fields,
});

/** An audience whose first version is live, with a running test of its second. */
export async function withTest(fields: object = {}) {
  const of = await withDraft();
  const test = await ok(create(bodyFor(of, { start: true, ...fields })));
  const [live, other] = test.arms.map(({ versionId }) => ({ versionId }));
  if (!live || !other) throw new Error('the test has no two arms');
  return { of, test, live, other };
}

/** An audience with a live version and several drafts, of which a test has frozen all. */
export async function withDrafts(count: number) {
  const of = await withDraft();
  let test = await ok(create(bodyFor(of)));
  for (let n = 1; n < count; n++) {
    const { latestVersion } = await ok(patch(of, { supplementaryContext: `draft ${n}` }));
    const arms = [...test.arms.slice(1).map(({ versionId }) => ({ versionId })), latestVersion];
    test = await ok(change(test, { arms: arms.map(({ versionId }) => ({ versionId })) }));
  }
  return { of, test };
}

/** A test of as many versions as there are weights, the live one first. */
export async function withWeights(weights: readonly number[], fields: object = {}) {
  const of = await withDraft();
  const [live, ...others] = weights;
  const arms = [{ versionId: of.publishedVersion?.versionId, weight: live }];
  for (const [place, weight] of others.entries()) {
    const context = { supplementaryContext: `words ${place}` };
    const { latestVersion } = place === 0 ? of : await ok(patch(of, context));
    arms.push({ versionId: latestVersion.versionId, weight });
    // A draft test freezes it, so that the next version opens.
    if (place + 1 < others.length) await ok(create(bodyFor({ ...of, latestVersion })));
  }
  return { of, test: await ok(create(bodyFor(of, { arms, start: true, ...fields }))) };
}

/** What a test has counted. */
export const countsOf = async ({ test }: { test: Experiment }) => {
  const { arms, otherVisits, visitorsBy, isLimited } = await readTest(test);
  return {
    visitors: arms.map(({ visitors }) => visitors),
    conversions: arms.map(({ conversions }) => conversions),
    otherVisits,
    visitorsBy,
    isLimited,
  };
};

let addresses = 0;
/** A visit of a new visitor of an arm of a test that has just begun, from an address of its own. */
export function visitTo(
  { of, test }: { of: Pick<Audience, 'pageId' | 'audienceId'>; test: Experiment },
  arm: number,
  fields: Partial<Visit> = {},
  message: Partial<VisitMessage> = {},
): VisitMessage {
  const { pageId, audienceId } = of;
  const { unit = unitIn(test, arm) } = fields;
  const visit = visitOf(newId(), {
    pageId,
    audienceId,
    elapsedMs: 100,
    activeMs: 0,
    engagedMs: 0,
    versionId: test.arms[arm]?.versionId ?? null,
    experimentId: test.experimentId,
    ...fields,
    unit,
  });
  return {
    ...messageOf(visit, Date.now() + 1000),
    address: (++addresses).toString(36).padStart(4, '0'),
    ...message,
  };
}

export { publish };
