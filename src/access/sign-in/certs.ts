import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
import { FootfallError } from '../../lib/errors.ts';
import { report } from '../../lib/report.ts';

/** A public key (RFC 7517). */
interface Cert extends JsonWebKey {
  kid?: string;
}

/** Public keys of a team of Cloudflare Access, with when they were read and last asked for. */
interface Certs {
  keys: Cert[];
  /** When they were last asked for. */
  askedAt: number;
  readAt: number;
}

const remembered = new Map<string, Certs>();
/** How long keys are used before they are read again. */
const lifetime = hourMs;
/** How long they are used when the team does not answer. */
const longest = dayMs;
/** How long no keys are asked for again: anyone can send tokens that name unknown keys. */
const pause = minuteMs;
/** How long the team may take to answer. */
const patience = 5000;

async function read(issuer: string): Promise<Cert[]> {
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(`${issuer}/cdn-cgi/access/certs`, { signal, redirect: 'manual' });
  if (!response.ok) throw new Error(`the certs of ${issuer} answer ${response.status}`);
  const { keys } = (await response.json()) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error(`the certs of ${issuer} have no keys`);
  return keys.filter((key): key is Cert => typeof key === 'object' && key !== null);
}

/**
 * The keys that a team signs its tokens with. They are remembered for an hour, and read again for a token that names
 * another key, at most once a minute. When the team does not answer, the keys of the last day are used. Throws
 * `sign_in_unavailable` when there are none.
 */
export async function certsOf(issuer: string, kid: string, now: number): Promise<Cert[]> {
  const certs = remembered.get(issuer);
  const isFresh = certs && now - certs.readAt < lifetime && certs.keys.some((key) => key.kid === kid);
  if (certs && (isFresh || now - certs.askedAt < pause)) return certs.keys;
  try {
    const keys = await read(issuer);
    remembered.set(issuer, { keys, askedAt: now, readAt: now });
    return keys;
  } catch (error) {
    report('read the keys of Cloudflare Access', error, {});
    if (!certs || now - certs.readAt >= longest)
      throw new FootfallError('sign_in_unavailable', 'Cloudflare Access does not answer; try again.');
    certs.askedAt = now;
    return certs.keys;
  }
}
