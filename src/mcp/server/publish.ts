import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { transitionError } from '../../audiences/lifecycle.ts';
import { AudienceVersion } from '../../audiences/schemas.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { Caller } from '../service.ts';
import { type AudienceAnswer, audience as audienceAnswer } from './answers.ts';
import { ask } from './api.ts';
import { type Arguments, assertArguments, filled } from './arguments.ts';
import { seal, unseal } from './confirmation.ts';
import { fields } from './fields.ts';

const audiencePath = '/v0/pages/{pageId}/audiences/{audienceId}';
/** The operation that publishes. */
export const publishPath = `${audiencePath}/versions/{versionId}/publish`;

export const publishArguments = z.strictObject({
  pageId: z.string(),
  audienceId: z.string(),
  confirmation: z.optional(
    z.string().check(z.describe('Of the first call. Leave it out to learn what would change.')),
  ),
});

const publishedVersion = fields(AudienceVersion, ['versionId', 'versionNumber', 'status', 'queuedAt']);

export const publishAnswer = z.object({
  state: z.enum(['needs_confirmation', 'declined', 'requested']),
  publishes: z
    .optional(audienceAnswer)
    .check(z.describe('Would be published: the latest version and its words.')),
  confirmation: z
    .optional(z.string())
    .check(
      z.describe('Show the change to the user. If the user agrees, call again with this within ten minutes.'),
    ),
  version: z.optional(publishedVersion).check(z.describe('It is live when get_audience says `published`.')),
});

/** The audience and its latest version, if it may be published. Throws `invalid_transition`. */
async function describeChange(given: Arguments, caller: Caller) {
  const { body, etag } = await ask(caller, { method: 'GET', path: filled(audiencePath, given) });
  const audience = audienceAnswer.parse(body);
  const { latestVersion, archivedAt, pageId, audienceId } = audience;
  if (!latestVersion.allowedActions.includes('publish'))
    throw transitionError('publish', { ...latestVersion, archived: archivedAt !== null });
  const confirmed = { pageId, audienceId, versionId: latestVersion.versionId, etag: etag ?? '' };
  return { audience, confirmation: await seal(confirmed, caller) };
}

/** Publishes what a confirmation allows. The same confirmation again answers the same version again. */
async function publish(confirmation: string, given: Arguments, caller: Caller) {
  const path = { pageId: String(given.pageId), audienceId: String(given.audienceId) };
  const { etag, ...confirmed } = await unseal(confirmation, path, caller);
  const { body } = await ask(caller, {
    method: 'POST',
    path: filled(publishPath, confirmed),
    body: JSON.stringify({ operationKey: `mcp-${sha256(confirmation)}` }),
    ifMatch: etag,
  });
  return { state: 'requested', version: publishedVersion.parse(body) };
}

/** Whether the client can show a form to its user. Clients of 2025 would need a session for it. */
function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const { elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  // Without either member, forms are meant.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Answers the tool that publishes. The first call changes nothing. A client that can asks its user; the model never
 * sees the confirmation then. Other clients give the confirmation to the model, which must show the change first.
 */
export async function publishTool(given: Arguments, caller: Caller, context: ServerContext) {
  assertArguments(audiencePath, publishArguments.shape, given);
  const { confirmation } = given;
  if (confirmation !== undefined) return publish(String(confirmation), given, caller);

  const sealed = context.mcpReq.requestState<string>();
  if (sealed !== undefined) {
    const answer = acceptedContent<{ publish?: unknown }>(context.mcpReq.inputResponses, 'publish');
    return answer?.publish === true ? publish(sealed, given, caller) : { state: 'declined' };
  }

  const { audience, ...change } = await describeChange(given, caller);
  if (!canAsk(context)) return { state: 'needs_confirmation', publishes: audience, ...change };
  return inputRequired({
    requestState: change.confirmation,
    inputRequests: { publish: inputRequired.elicit(questionOf(audience)) },
  });
}

/** The form that asks the user. */
function questionOf({ effectiveName, latestVersion, publishedVersion }: AudienceAnswer) {
  const replaced = publishedVersion
    ? `It replaces version ${publishedVersion.versionNumber}.`
    : 'Nothing is live there yet.';
  const words = excerpt(latestVersion.supplementaryContext ?? '');
  return {
    message: `Publish version ${latestVersion.versionNumber} of the audience “${effectiveName}”? ${replaced}\n${words}`,
    requestedSchema: {
      type: 'object' as const,
      properties: { publish: { type: 'boolean' as const, title: 'Publish it now' } },
      required: ['publish'],
    },
  };
}
