import type { ServerContext } from '@modelcontextprotocol/server';
import { Experiment } from '../../visits/experiments/schemas.ts';
import { type Goal, goals, goalWords } from '../../vocabulary/experiments.ts';
import { ask } from './api.ts';
import type { Arguments } from './arguments.ts';
import type { Caller } from './caller.ts';
import { type Confirmed, confirmed, notConfirmed } from './confirm.ts';
import { fields } from './fields.ts';
import { type OfAudience, ofAudience } from './links.ts';
import { changeOf, type Draft, questionOf } from './question.ts';

/** What a tool answers of the test that it starts. */
export const started = fields(Experiment, ['experimentId', 'goal', 'status']);

/** Starts what a confirmation allows. */
async function start(
  { etag, operationKey, versionId, goal, audienceId }: Confirmed<OfAudience, Draft & { goal: string }>,
  caller: Caller,
) {
  if (!(await caller.start(operationKey)))
    throw notConfirmed('was declined: ask again for what would change');
  const { body } = await ask(caller, {
    method: 'POST',
    path: '/v0/experiments',
    body: JSON.stringify({ audienceId, goal, arms: [{ versionId }], start: true }),
    idempotencyKey: operationKey,
    ifMatch: etag,
  });
  return { test: started.parse(body) };
}

/** Answers the tool that starts a test of a draft against the live version. */
export function startTool(given: Arguments, caller: Caller, context: ServerContext) {
  return confirmed(given, caller, context, {
    action: 'start',
    title: 'Start it now',
    of: ofAudience(given),
    describe: async () => {
      const change = await changeOf(given, caller);
      const { latestVersion, publishedVersion } = change.audience;
      const { versionId, versionNumber } = latestVersion;
      const goal = String(given.goal ?? goals[0]);
      const words = goalWords[goal as Goal] ?? goal;
      const asked = `Test version ${versionNumber} of this audience against version ${publishedVersion?.versionNumber ?? 'none'}, which is live?`;
      const says = `Each gets half of the visitors; ${words} decide. While the test runs, nothing else of the audience can be published.`;
      const question = questionOf(change, caller.origin, asked, says);
      return { question, what: { versionId, etag: change.etag, goal } };
    },
    carryOut: (allowed, isAgreed) => {
      if (isAgreed) return start(allowed, caller);
      throw notConfirmed('was agreed to before: list_tests says whether the test runs');
    },
  });
}
