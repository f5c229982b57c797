import { FootfallError } from '../../lib/errors.ts';
import type { Access } from './access.ts';
import { certsOf } from './certs.ts';

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
