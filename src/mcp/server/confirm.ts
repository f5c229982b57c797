import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { validationError } from '../../lib/errors.ts';
import type { Arguments } from './arguments.ts';
import type { Caller } from './caller.ts';

/** What a confirmation allows: an action with the version of an audience, in the state that was described. */
export interface Confirmed {
  action: string;
  pageId: string;
  audienceId: string;
  versionId: string;
  /** The `ETag` of the audience that was described. */
  etag: string;
  /** Who got the confirmation: the client, with the form for its user, or the model. */
  holder: 'client' | 'model';
  /** The key of the action. It is used once: for the action, or because the user declined. */
  operationKey: string;
  /** What else was described. */
  goal?: string | undefined;
}

/** Seconds in which a person may decide. */
const lifetime = 600;

const codecOf = ({ secret }: Caller) =>
  createRequestStateCodec<Confirmed>({ key: secret, ttlSeconds: lifetime });

/** The refusal of a confirmation. */
export const notConfirmed = (message: string) =>
  validationError([{ in: 'body', path: 'confirmation', code: 'not_allowed', message }]);

type Expected = Pick<Confirmed, 'action' | 'pageId' | 'audienceId' | 'holder'>;
/** What a confirmation allows. Throws `validation_failed` unless it is fresh, and of this key, action, audience and holder. */
async function unseal(confirmation: string, expected: Expected, caller: Caller): Promise<Confirmed> {
  const confirmed = await codecOf(caller)
    .verify(confirmation, {} as never)
    .catch(() => undefined);
  const names = Object.keys(expected) as (keyof Expected)[];
  if (confirmed && names.every((name) => confirmed[name] === expected[name])) return confirmed;
  throw notConfirmed('is not a confirmation of the last ten minutes that this key got for this audience');
}

/** Whether the client can show a form to its user. Clients of 2025 would need a session for it. */
function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const { elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  // Without either member, forms are meant.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** An action that a user has to agree to. */
interface Action {
  /** Its name, which is also that of the box that the user ticks, and what stands beside the box. */
  action: string;
  title: string;
  /** What would happen. */
  describe: () => Promise<{ question: string } & Pick<Confirmed, 'versionId' | 'etag' | 'goal'>>;
  /** Does it. Again, it answers the same. `isAgreed`: false if the user declines what they have agreed to before. */
  carryOut: (confirmed: Confirmed, isAgreed: boolean) => Promise<object>;
}

/**
 * Answers a tool whose user has to agree. The first call changes nothing. A client that can asks its user; the model never
 * sees the confirmation then. Other clients give the confirmation to the model, which must show the question first.
 */
export async function confirmed(
  given: Arguments,
  caller: Caller,
  context: ServerContext,
  { action, title, describe, carryOut }: Action,
) {
  const { pageId, audienceId, confirmation, declined } = given;
  const path = { action, pageId: String(pageId), audienceId: String(audienceId) };
  const decide = async (sealed: string, holder: Confirmed['holder'], isAgreed: boolean) => {
    const allowed = await unseal(sealed, { ...path, holder }, caller);
    if (!isAgreed && (await caller.decline(allowed.operationKey))) return { state: 'declined' };
    return { state: 'requested', ...(await carryOut(allowed, isAgreed)) };
  };
  if (confirmation !== undefined) return decide(String(confirmation), 'model', declined !== true);

  const sealed = context.mcpReq.requestState<string>();
  if (sealed !== undefined) {
    const answer = acceptedContent<Record<string, unknown>>(context.mcpReq.inputResponses, action);
    return decide(sealed, 'client', answer?.[action] === true);
  }

  const { question, ...what } = await describe();
  const holder = canAsk(context) ? 'client' : 'model';
  const operationKey = `mcp-${crypto.randomUUID()}`;
  const state = await codecOf(caller).mint({ ...path, ...what, holder, operationKey });
  if (holder === 'model') return { state: 'needs_confirmation', question, confirmation: state };
  const requestedSchema = {
    type: 'object' as const,
    properties: { [action]: { type: 'boolean' as const, title } },
    required: [action],
  };
  return inputRequired({
    requestState: state,
    inputRequests: { [action]: inputRequired.elicit({ message: question, requestedSchema }) },
  });
}
