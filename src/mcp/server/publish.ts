import type { ServerContext } from '@modelcontextprotocol/server';
import { AudienceVersion } from '../../content/audiences/schemas.ts';
import { ApiProblem, ask } from './api.ts';
import { type Arguments, filled } from './arguments.ts';
import type { Caller } from './caller.ts';
import { type Confirmed, confirmed, notConfirmed } from './confirm.ts';
import { fields } from './fields.ts';
import { audiencePath, type OfAudience, ofAudience } from './links.ts';
import { changeOf, type Draft, questionOf } from './question.ts';

/** The operation that publishes. */
export const publishPath = `${audiencePath}/versions/{versionId}/publish`;

/** What a tool answers of the version that it publishes. */
export const publishedVersion = fields(AudienceVersion, ['versionId', 'versionNumber', 'status', 'queuedAt']);

/** Publishes what a confirmation allows. */
async function publish({ etag, operationKey, ...of }: Confirmed<OfAudience, Draft>, caller: Caller) {
  try {
    const { body } = await ask(caller, {
      method: 'POST',
      path: filled(publishPath, of),
      body: JSON.stringify({ operationKey }),
      ifMatch: etag,
    });
    return { version: publishedVersion.parse(body) };
  } catch (error) {
    // The key stands for no version.
    if (error instanceof ApiProblem && error.code === 'operation_key_mismatch')
      throw notConfirmed('was declined: ask again for what would change');
    throw error;
  }
}

/** Answers the tool that publishes. */
export function publishTool(given: Arguments, caller: Caller, context: ServerContext) {
  return confirmed(given, caller, context, {
    action: 'publish',
    title: 'Publish it now',
    of: ofAudience(given),
    describe: async () => {
      const change = await changeOf(given, caller);
      const { versionId, versionNumber } = change.audience.latestVersion;
      const { publishedVersion: live } = change.audience;
      const asked = `Publish version ${versionNumber} of this audience?`;
      const says = live ? `It replaces version ${live.versionNumber}.` : 'Nothing is live there yet.';
      const question = questionOf(change, caller.origin, asked, says);
      return { question, what: { versionId, etag: change.etag } };
    },
    carryOut: (allowed) => publish(allowed, caller),
  });
}
