import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { Caller } from '../../config/mcp-service.ts';
import { AudienceVersion } from '../../content/audiences/schemas.ts';
import { described } from '../../http/described.ts';
import { validationError } from '../../lib/errors.ts';
import { fields } from './answers.ts';
import { ApiProblem, ask } from './api.ts';
import { type Arguments, assertArguments, filled } from './arguments.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { audiencePath } from './links.ts';
import { changeOf, questionOf } from './question.ts';

/** What a confirmation allows: to publish one version in the state that was described. */
interface Confirmed {
  pageId: string;
  audienceId: string;
  versionId: string;
  /** The `ETag` of the audience that was described. */
  etag: string;
  /** Who got the confirmation: the client, with the form for its user, or the model. */
  holder: 'client' | 'model';
  /** The key of the publish. It is used once: to publish, or because the user declined. */
  operationKey: string;
}

/** Seconds in which a person may decide. */
const lifetime = 600;

const codecOf = ({ secret }: Caller) =>
  createRequestStateCodec<Confirmed>({ key: secret, ttlSeconds: lifetime });

/** A text that allows its holder to publish, for ten minutes. It is sealed with a secret that only the key has. */
const seal = (confirmed: Omit<Confirmed, 'operationKey'>, caller: Caller): Promise<string> =>
  codecOf(caller).mint({ ...confirmed, operationKey: `mcp-${crypto.randomUUID()}` });

/** The refusal of a confirmation. */
const notConfirmed = (message: string) =>
  validationError([{ in: 'body', path: 'confirmation', code: 'not_allowed', message }]);

/** What a confirmation allows. Throws `validation_failed` unless it is fresh, and of this key, audience and holder. */
async function unseal(
  confirmation: string,
  expected: Pick<Confirmed, 'pageId' | 'audienceId' | 'holder'>,
  caller: Caller,
): Promise<Confirmed> {
  const confirmed = await codecOf(caller)
    .verify(confirmation, {} as never)
    .catch(() => undefined);
  if (
    confirmed?.pageId === expected.pageId &&
    confirmed.audienceId === expected.audienceId &&
    confirmed.holder === expected.holder
  )
    return confirmed;
  throw notConfirmed('is not a confirmation of the last ten minutes that this key got for this audience');
}

/** The operation that publishes. */
export const publishPath = `${audiencePath}/versions/{versionId}/publish`;

const publishArguments = z.strictObject({
  pageId: z.string(),
  audienceId: z.string(),
  confirmation: z.optional(
    described(z.string(), 'Of the first call. Leave it out to learn what would change.'),
  ),
  declined: described(
    z.optional(z.boolean()),
    'With `confirmation`: the user does not agree. It publishes nothing from then on.',
  ),
});

export const publishSchema = jsonSchemaOf(publishArguments, 'input');

const publishedVersion = fields(AudienceVersion, ['versionId', 'versionNumber', 'status', 'queuedAt']);

export const publishAnswer = z.object({
  state: z.enum(['needs_confirmation', 'declined', 'requested']),
  question: described(
    z.optional(z.string()),
    'Show it to the user, word for word: everything that would go live.',
  ),
  confirmation: described(
    z.optional(z.string()),
    'If the user agrees, call again with this within ten minutes; else with `declined: true` too.',
  ),
  version: described(z.optional(publishedVersion), 'It is live when get_audience says `published`.'),
});

/** Publishes what a confirmation allows, or uses it up when declined. Again, it answers the same version. */
async function decide(
  confirmation: string,
  { isAgreed, holder }: { isAgreed: boolean } & Pick<Confirmed, 'holder'>,
  given: Arguments,
  caller: Caller,
) {
  const path = { pageId: String(given.pageId), audienceId: String(given.audienceId) };
  const confirmed = await unseal(confirmation, { ...path, holder }, caller);
  const { etag, operationKey } = confirmed;
  if (!isAgreed && (await caller.decline(operationKey))) return { state: 'declined' };
  try {
    const { body } = await ask(caller, {
      method: 'POST',
      path: filled(publishPath, { ...confirmed }),
      body: JSON.stringify({ operationKey }),
      ifMatch: etag,
    });
    return { state: 'requested', version: publishedVersion.parse(body) };
  } catch (error) {
    // The key stands for no version.
    if (error instanceof ApiProblem && error.code === 'operation_key_mismatch')
      throw notConfirmed('was declined: ask again for what would change');
    throw error;
  }
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
  assertArguments(audiencePath, publishSchema, given);
  const { confirmation, declined } = given;
  if (confirmation !== undefined)
    return decide(String(confirmation), { isAgreed: declined !== true, holder: 'model' }, given, caller);

  const sealed = context.mcpReq.requestState<string>();
  if (sealed !== undefined) {
    const answer = acceptedContent<{ publish?: unknown }>(context.mcpReq.inputResponses, 'publish');
    return decide(sealed, { isAgreed: answer?.publish === true, holder: 'client' }, given, caller);
  }

  const change = await changeOf(given, caller);
  const { pageId, audienceId, latestVersion } = change.audience;
  const { versionId } = latestVersion;
  const holder = canAsk(context) ? 'client' : 'model';
  const confirmed = await seal({ pageId, audienceId, versionId, etag: change.etag, holder }, caller);
  const question = questionOf(change, caller.origin);
  if (holder === 'model') return { state: 'needs_confirmation', question, confirmation: confirmed };
  return inputRequired({
    requestState: confirmed,
    inputRequests: { publish: inputRequired.elicit({ message: question, requestedSchema }) },
  });
}

/** The form that asks the user. */
const requestedSchema = {
  type: 'object' as const,
  properties: { publish: { type: 'boolean' as const, title: 'Publish it now' } },
  required: ['publish'],
};
