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

type Texts = Record<string, string | undefined>;

/** What every confirmation has. */
interface Sealed {
  action: string;
  /** Who got the confirmation: the client, with the form for its user, or the model. */
  holder: 'client' | 'model';
  /** The key of the action. It is used once: for the action, or because the user declined. */
  operationKey: string;
}
/** What a confirmation allows: an action on what the call names (`Of`), in the state that was described (`What`). */
export type Confirmed<Of extends Texts, What extends Texts> = Sealed & Of & What;

/** Seconds in which a person may decide. */
const lifetime = 600;

const codecOf = ({ secret }: Caller) =>
  createRequestStateCodec<Sealed & Texts>({ key: secret, ttlSeconds: lifetime });

/** The refusal of a confirmation. */
export const notConfirmed = (message: string) =>
  validationError([{ in: 'body', path: 'confirmation', code: 'not_allowed', message }]);

/** What a confirmation allows. Throws `validation_failed` unless it is fresh, of this key, and has what is expected. */
async function unseal(
  confirmation: string,
  expected: Texts & Pick<Sealed, 'action' | 'holder'>,
  caller: Caller,
): Promise<Sealed & Texts> {
  const sealed = await codecOf(caller)
    .verify(confirmation, {} as never)
    .catch(() => undefined);
  if (sealed && Object.keys(expected).every((name) => sealed[name] === expected[name])) return sealed;
  throw notConfirmed('is not a confirmation of the last ten minutes that this key got for these arguments');
}

/** Whether the client can show a form to its user. Clients of 2025 would need a session for it. */
function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const { elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  // Without either member, forms are meant.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** An action that a user has to agree to. */
interface Action<Of extends Texts, What extends Texts> {
  /** Its name, which is also that of the box that the user ticks, and what stands beside the box. */
  action: string;
  title: string;
  /** What the second call must name as the first one did. */
  of: Of;
  /** What would happen, or an answer if nothing would. */
  describe: () => Promise<{ question: string; what: What } | { answer: object }>;
  /** Does it. Again, it answers the same. `isAgreed`: false if the user declines what they have agreed to before. */
  carryOut: (confirmed: Confirmed<Of, What>, isAgreed: boolean) => Promise<object>;
}

/**
 * Answers a tool whose user has to agree. The first call changes nothing. A client that can asks its user; the model never
 * sees the confirmation then. Other clients give the confirmation to the model, which must show the question first.
 */
export async function confirmed<Of extends Texts, What extends Texts>(
  { confirmation, declined }: Arguments,
  caller: Caller,
  context: ServerContext,
  { action, title, of, describe, carryOut }: Action<Of, What>,
) {
  const decide = async (sealed: string, holder: Sealed['holder'], isAgreed: boolean) => {
    const allowed = await unseal(sealed, { ...of, action, holder }, caller);
    if (!isAgreed && (await caller.decline(allowed.operationKey))) return { state: 'declined' };
    // Nobody else can have sealed it.
    return { state: 'requested', ...(await carryOut(allowed as Confirmed<Of, What>, isAgreed)) };
  };
  if (confirmation !== undefined) return decide(String(confirmation), 'model', declined !== true);

  const sealed = context.mcpReq.requestState<string>();
  if (sealed !== undefined) {
    const answer = acceptedContent<Record<string, unknown>>(context.mcpReq.inputResponses, action);
    return decide(sealed, 'client', answer?.[action] === true);
  }

  const described = await describe();
  if ('answer' in described) return described.answer;
  const { question, what } = described;
  const holder = canAsk(context) ? 'client' : 'model';
  const operationKey = `mcp-${crypto.randomUUID()}`;
  const state = await codecOf(caller).mint({ ...what, ...of, action, holder, operationKey });
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
