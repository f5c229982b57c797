import { Buffer } from 'node:buffer';
import { signIn } from './sign-in.ts';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const generated = { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A key that Access signs with, and its public part. */
export interface Signer {
  kid: string;
  privateKey: CryptoKey;
  cert: JsonWebKey & { kid: string };
}

let serial = 0;

export async function newSigner(): Promise<Signer> {
  const kid = `cert${++serial}`;
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(generated, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const { kty, e, n } = (await crypto.subtle.exportKey('jwk', publicKey)) as JsonWebKey;
  return { kid, privateKey, cert: { kid, kty, e, n, alg: 'RS256', use: 'sig' } as Signer['cert'] };
}

/** A token with these claims, signed with RS256 and the key. */
export async function signed(claims: unknown, { kid, privateKey }: Signer, header: object = {}) {
  const body = `${encoded({ alg: 'RS256', kid, typ: 'JWT', ...header })}.${encoded(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(body));
  return `${body}.${Buffer.from(signature).toString('base64url')}`;
}

let shared: Promise<Signer> | undefined;

/** A team of Cloudflare Access with one application, whose certs the service gets in place of those of Cloudflare. */
export async function newTeam() {
  const issuer = `https://team${++serial}.cloudflareaccess.com`;
  // Making a key takes a tenth of a second: teams share one.
  shared ??= newSigner();
  const signer = await shared;
  const team = {
    issuer,
    audience: `aud${serial}`,
    signer,
    /** The answer of the certs. */
    answer: () => Response.json({ keys: [signer.cert], public_cert: {}, public_certs: [] }) as Response,
    /** How often the certs were read. */
    reads: 0,
    bindings: { ACCESS_TEAM_DOMAIN: issuer, ACCESS_AUDIENCE: `aud${serial}`, ACCESS_SCOPES: 'read write' },
    /** The claims of a token that is valid for a day from now. */
    claims: (more: object = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return {
        iss: issuer,
        aud: [team.audience],
        type: 'app',
        sub: 'b0f7',
        identity_nonce: 'x',
        country: 'DE',
        email: 'ada@acme.example',
        iat: now,
        nbf: now,
        exp: now + 86_400,
        ...more,
      };
    },
    token: (more: object = {}, by = signer, header: object = {}) => signed(team.claims(more), by, header),
  };
  teams.set(`${issuer}/cdn-cgi/access/certs`, team);
  return team;
}
export type Team = Awaited<ReturnType<typeof newTeam>>;
const teams = new Map<string, Pick<Team, 'answer' | 'reads'>>();

/** Answers the service's requests for certs. Every other request fails. */
export const serveCerts = () =>
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const team = teams.get(String(input));
    if (!team) throw new Error(`nothing answers ${input}`);
    team.reads += 1;
    return Promise.resolve().then(() => team.answer());
  });

/** `POST /v0/sign_in` as it arrives behind Access, with this token. */
export const arrive = (team: Team, token: string, bindings: object = {}, body: unknown = {}) =>
  signIn(body, {
    bindings: { ...team.bindings, ...bindings },
    headers: { 'cf-access-jwt-assertion': token },
  });
