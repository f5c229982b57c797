import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from './sha256.ts';

/** `collect` is publishable and may only send visits; `admin` manages keys. No scope implies another. */
export const scopes = ['read', 'write', 'admin', 'collect'] as const;
export type Scope = (typeof scopes)[number];

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const pattern = /^ff_([a-z0-9]{1,32})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Six base62 characters of CRC32, as in GitHub's tokens: a typo is found without any I/O. */
function checksum(text: string): string {
  let value = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i++) {
    out = base62.charAt(value % 62) + out;
    value = Math.floor(value / 62);
  }
  return out;
}

function randomSecret(): string {
  let secret = '';
  while (secret.length < secretLength) {
    // 248 = 4 × 62: larger bytes are dropped so that every character is equally likely.
    for (const byte of randomBytes(secretLength)) if (byte < 248) secret += base62.charAt(byte % 62);
  }
  return secret.slice(0, secretLength);
}

/** Makes a new key for a workspace: `ff_<workspace>_<secret><checksum>`. */
export function createApiKey(workspace: string): string {
  const body = `ff_${workspace}_${randomSecret()}`;
  return body + checksum(body);
}

/** The workspace that a key names, or undefined when the key is malformed or its checksum is wrong. */
export function workspaceOf(key: string): string | undefined {
  const match = pattern.exec(key);
  return match?.[1] && checksum(key.slice(0, -6)) === key.slice(-6) ? match[1] : undefined;
}

/** The stored form of a key: its SHA-256, base64url. The secret has 190 bits, so it needs no salt. */
export function hashApiKey(key: string): string {
  return sha256(key);
}
