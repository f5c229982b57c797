import { Buffer } from 'node:buffer';

// What signs tokens in place of Cloudflare Access. The tests in Node use it too.

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const generated = { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A key that Access signs with, and its public part. */
export interface Signer {
  kid: string;
  privateKey: CryptoKey;
  cert: JsonWebKey & { kid: string };
}

let keys = 0;

/** Makes a key, which takes a tenth of a second. */
export async function newSigner(): Promise<Signer> {
  const kid = `cert${++keys}`;
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
