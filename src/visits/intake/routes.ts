import type { Context } from 'hono';
import { limitsOf } from '../../config/limits.ts';
import { databaseOf } from '../../config/workspaces.ts';
import { intakeBreaker, isOutage, openImpatiently } from '../../db/outage.ts';
import { wakerOfRequest } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { noStore } from '../../http/middleware/headers.ts';
import { rawBody } from '../../http/middleware/json-body.ts';
import { takeAddressToken, takeToken } from '../../http/middleware/rate-limit.ts';
import { FootfallError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/sha256.ts';
import { toTimestamp } from '../../lib/time.ts';
import { readSourceAddress } from '../sources/address.ts';
import { isFresh, readOnce, recall, remember } from '../sources/cache.ts';
import { wholeMapping } from '../sources/mapping.ts';
import { providerOf } from '../sources/providers.ts';
import { type Incoming, isSigned } from '../sources/signature.ts';
import { findVerifier, type Verifier, validSecrets } from '../sources/store/secrets.ts';
import { type DeliveryWaiting, sendDelivery } from './messages.ts';
import { type Planned, planOf } from './plan.ts';
import type { IntakeResult } from './schemas.ts';
import { receive } from './store/receive.ts';

/** The largest delivery, in bytes: as the payload of a log. */
const largestDelivery = 256 * 1024;

const unknownSource = () => new FootfallError('source_not_found', 'There is no source with this address.');

/** Opens the database of a workspace, for what a source writes. */
function open(c: Context<AppEnv>, workspace: string) {
  // As for a key: an address of a workspace that does not exist is looked for as long as one of `main`.
  const binding = databaseOf(c.env, workspace) ?? c.env.DB;
  const db = openImpatiently(binding, 'first-primary', c.var.meter, intakeBreaker);
  db.actor = { type: 'service' };
  db.wake = wakerOfRequest(c.env, workspace, () => c.executionCtx);
  return db;
}

type Open = ReturnType<typeof open>;
interface Asked {
  address: string;
  sourceId: string;
  /** The source is looked for in vain. */
  isNone: boolean;
}

async function read(db: Open, { address, sourceId, isNone }: Asked, refusedAt: number) {
  const verifier = await findVerifier(db, isNone ? '' : sourceId);
  const known = { verifier, readAt: Date.now(), refusedAt };
  remember(address, known);
  return known;
}

/** Whether a delivery is signed. A source without a secret takes nothing: throws `source_secret_missing`. */
function isGenuine(verifier: Verifier | undefined, incoming: Incoming): boolean {
  if (!verifier) throw unknownSource();
  const now = Date.now();
  const secrets = validSecrets(verifier, now);
  if (secrets.length === 0)
    throw new FootfallError('source_secret_missing', 'The source has no secret yet, so it takes nothing.');
  return isSigned(providerOf(verifier.provider).signature, incoming, secrets, now);
}

/** As `isGenuine`, of what is remembered: what it refuses may be right by now. */
function mayBeGenuine(verifier: Verifier | undefined, incoming: Incoming): boolean {
  try {
    return isGenuine(verifier, incoming);
  } catch {
    return false;
  }
}

/**
 * The source of a delivery that it has signed. An isolate reads it once a minute, and once a minute for what it refuses.
 * Throws `source_not_found`, `source_secret_missing`, `invalid_signature`.
 */
async function verified(c: Context<AppEnv>, db: Open, asked: Asked, incoming: Incoming): Promise<Verifier> {
  const now = Date.now();
  const before = recall(asked.address);
  const isKnown = before !== undefined && isFresh(before.readAt, now);
  const first = () =>
    readOnce(asked.address, async () => {
      // Anyone can make up addresses. Where a source was before, its deliveries use up nothing of their sender's limit.
      if (!before) await takeAddressToken(c, 'guess');
      return read(db, asked, before?.refusedAt ?? 0);
    });
  // A source that was known is known while D1 does not answer: what it takes waits, and is looked at again.
  const unlessAway = (error: unknown) => {
    if (before && isOutage(error) && mayBeGenuine(before.verifier, incoming)) return before;
    throw error;
  };
  let known = isKnown ? before : await first().catch(unlessAway);
  if (!mayBeGenuine(known.verifier, incoming)) {
    if (before) await takeAddressToken(c);
    const mayRead = !isFresh(known.refusedAt, now);
    if (mayRead) known.refusedAt = now;
    if (mayRead && isKnown) known = await read(db, asked, now);
  }
  if (!isGenuine(known.verifier, incoming) || !known.verifier)
    throw new FootfallError('invalid_signature', 'The signature is missing, wrong or too old.');
  return known.verifier;
}

/** The message of a delivery that is to wait. It happened when it came, unless it says so itself. */
function waiting(
  workspace: string,
  source: Verifier,
  incoming: Incoming,
  planned: readonly Planned[],
): DeliveryWaiting | undefined {
  const { sourceId, provider } = source;
  const receivedAt = Date.now();
  const { signature } = providerOf(provider);
  const secret = validSecrets(source, receivedAt).find((one) =>
    isSigned(signature, incoming, [one], receivedAt),
  );
  if (secret === undefined) return undefined;
  const events = planned.map(({ found, ...event }) => ({
    ...event,
    found: { occurredAt: toTimestamp(receivedAt), ...found },
  }));
  return { kind: 'delivery', workspace, sourceId, receivedAt, secretHash: sha256(secret), events };
}

/** Needs no key: a signature stands for one. */
export const intakeRoutes = new Hono<AppEnv>().use('/*', noStore()).post('/:source', async (c) => {
  const address = c.req.param('source');
  const named = readSourceAddress(address);
  if (!named) throw unknownSource();
  const { workspace, sourceId } = named;
  const bytes = new Uint8Array(await rawBody(c, largestDelivery));
  const { method, url } = c.req;
  const incoming: Incoming = { method, url, bytes, header: (name) => c.req.header(name) };
  const db = open(c, workspace);
  const isNone = databaseOf(c.env, workspace) === undefined;
  const source = await verified(c, db, { address, sourceId, isNone }, incoming);
  await takeToken(c, limitsOf(c.env)['api-key'], `source:${sourceId}`);
  const provider = providerOf(source.provider);
  const now = Date.now();
  const planned = planOf(incoming, provider, wholeMapping(provider.mapping, source.mapping), now);
  try {
    const outcomes = await receive(db, source, planned, now);
    return c.json<IntakeResult>({ outcomes: outcomes.map((outcome) => ({ outcome })) });
  } catch (error) {
    const message = isOutage(error) ? waiting(workspace, source, incoming, planned) : undefined;
    if (!message || !(await sendDelivery(c.env.VISITS, message))) throw error;
    return c.json<IntakeResult>({ outcomes: planned.map(() => ({ outcome: 'waiting' })) }, 202);
  }
});
