import type { Bindings } from '../../config/bindings.ts';
import { consoleScopes, type Scope } from '../../lib/api-key.ts';
import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
import { FootfallError } from '../../lib/errors.ts';
import { report } from '../../lib/report.ts';

/** The application of Cloudflare Access whose users may sign in. */
interface Access {
  /** The origin of the team, which signs the tokens: `https://acme.cloudflareaccess.com`. */
  issuer: string;
  /** The tag of the application, which its tokens name. */
  audience: string;
  /** The scopes of its users' keys. */
  scopes: Scope[];
}

/** The origin in a setting, with or without a scheme. Plain HTTP is for tests on the own machine. */
function originOf(text: string): string | undefined {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`);
  const isSafe = url?.protocol === 'https:' || url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  return url && isSafe && url.pathname === '/' && url.search === '' && url.hash === ''
    ? url.origin
    : undefined;
}

const listOf = (text: string | undefined) => text?.split(/[\s,]+/).filter(Boolean) ?? [];
const isScope = (name: string): name is Scope => (consoleScopes as readonly string[]).includes(name);

function readAccess(env: Bindings): Access | undefined {
  if (!env.ACCESS_TEAM_DOMAIN && !env.ACCESS_AUDIENCE) return undefined;
  const issuer = originOf(env.ACCESS_TEAM_DOMAIN ?? '');
  const audience = env.ACCESS_AUDIENCE ?? '';
  const names = listOf(env.ACCESS_SCOPES);
  const given = names.filter(isScope);
  const wrong = [
    issuer === undefined && 'ACCESS_TEAM_DOMAIN must look like https://acme.cloudflareaccess.com',
    !/^[\w\-]+$/v.test(audience) && 'ACCESS_AUDIENCE must be the tag of one application',
    given.length < names.length && `ACCESS_SCOPES takes ${consoleScopes.join(', ')}`,
  ].filter(Boolean);
  if (issuer !== undefined && wrong.length === 0)
    return { issuer, audience, scopes: given.length === 0 ? ['read'] : [...new Set(given)] };
  report('nobody can sign in through Cloudflare Access', new Error(wrong.join('; ')), {});
  return undefined;
}

const known = new WeakMap<Bindings, { access: Access | undefined }>();

/** The settings of Cloudflare Access in wrangler.toml. Undefined without them, and when one is malformed. */
export function accessOf(env: Bindings): Access | undefined {
  const found = known.get(env) ?? { access: readAccess(env) };
  known.set(env, found);
  return found.access;
}

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
async function certsOf(issuer: string, kid: string, now: number): Promise<Cert[]> {
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

/** Who a token of Cloudflare Access is of. */
export interface Identity {
  email: string;
  /** When the sign-in to Access ends. */
  endsAt: number;
}

/** The only answer to a token that is not valid, so that a forged one learns nothing from it. */
const refusal = () =>
  new FootfallError(
    'invalid_sign_in',
    'The token of Cloudflare Access is not valid here: sign in to Access again, or compare ACCESS_TEAM_DOMAIN and ACCESS_AUDIENCE with its application.',
  );

/** The signature of Access: RS256 (RFC 7518, 3.3). No other is accepted, whatever a token names. */
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
/** How much, in seconds, the clock of Access may be ahead. */
const skew = 60;

type Claims = Partial<Record<'alg' | 'kid' | 'crit' | 'iss' | 'aud' | 'exp' | 'nbf' | 'email', unknown>>;

const bytesOf = (part: string) => Uint8Array.fromBase64(part, { alphabet: 'base64url' });

/** A part of a token: a JSON object. Undefined when it is anything else. */
function partOf(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(text)),
    );
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

async function isSigned(signed: string, signature: string, key: JsonWebKey): Promise<boolean> {
  try {
    const own = await crypto.subtle.importKey('jwk', key, algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, own, bytesOf(signature), new TextEncoder().encode(signed));
  } catch {
    return false;
  }
}

/** The claims of a token, if the team has signed it. */
async function claimsOf(token: string, { issuer }: Access, now: number): Promise<Claims> {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  const { alg, kid, crit } = partOf(header) ?? {};
  const claims = partOf(payload);
  // A `crit` names extensions that a token cannot be read without (RFC 7515, 4.1.11).
  if (!claims || more.length > 0 || alg !== 'RS256' || typeof kid !== 'string' || crit !== undefined)
    throw refusal();
  const key = (await certsOf(issuer, kid, now)).find((cert) => cert.kid === kid);
  if (!key || !(await isSigned(`${header}.${payload}`, signature, key))) throw refusal();
  return claims;
}

/** Verifies a token of Cloudflare Access, at `now`. Throws `invalid_sign_in` and `sign_in_unavailable`. */
export async function identityOf(token: string, access: Access, now: number): Promise<Identity> {
  const { iss, aud, exp, nbf = 0, email } = await claimsOf(token, access, now);
  const isForUs = iss === access.issuer && [aud].flat().includes(access.audience);
  const isNow =
    typeof exp === 'number' && typeof nbf === 'number' && exp * 1000 > now && (nbf - skew) * 1000 <= now;
  // A service token has no email.
  const hasEmail = typeof email === 'string' && /^[^\s\p{C}]+@[^\s\p{C}]+$/v.test(email);
  if (!isForUs || !isNow || !hasEmail) throw refusal();
  return { email, endsAt: exp * 1000 };
}
