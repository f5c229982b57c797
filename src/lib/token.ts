import { nodeCrypto, nodeZlib } from './node.ts';
import { tokenPattern } from './token-pattern.ts';

/** A kind of secret text that names its workspace. */
interface TokenKind {
  /** Makes a new token for a workspace. */
  create: (workspace: string) => string;
  /** The token of a workspace that follows from a secret. Nobody can derive the secret from the token. */
  derive: (workspace: string, secret: string) => string;
  /** The workspace that a token names, or undefined when the token is malformed or its checksum is wrong. */
  workspaceOf: (token: string) => string | undefined;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;

/** Six base62 characters of CRC32, as in GitHub's tokens: a typo is found without any I/O. */
export function checksum(text: string): string {
  let value = nodeZlib().crc32(text);
  let out = '';
  for (let i = 0; i < 6; i++) {
    out = base62.charAt(value % 62) + out;
    value = Math.floor(value / 62);
  }
  return out;
}

/** The characters of random bytes. 248 = 4 × 62: larger bytes are dropped so that every character is equally likely. */
function charactersOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) if (byte < 248) text += base62.charAt(byte % 62);
  return text;
}

/** 32 random characters: 190 bits. */
function randomSecret(): string {
  let secret = '';
  while (secret.length < secretLength) secret += charactersOf(nodeCrypto().randomBytes(secretLength));
  return secret.slice(0, secretLength);
}

/** 32 characters of 64 bytes of SHA-512, of which some two are dropped. */
const derivedSecret = (secret: string): string =>
  charactersOf(nodeCrypto().hash('sha512', secret, 'buffer')).slice(0, secretLength);

/** The tokens `<prefix>_<workspace>_<secret><checksum>`. */
export function tokenKind(prefix: string): TokenKind {
  const pattern = tokenPattern(prefix);
  const tokenOf = (workspace: string, secret: string) => {
    const body = `${prefix}_${workspace}_${secret}`;
    return body + checksum(body);
  };
  return {
    create: (workspace) => tokenOf(workspace, randomSecret()),
    derive: (workspace, secret) => tokenOf(workspace, derivedSecret(secret)),
    workspaceOf: (token) => {
      const workspace = pattern.exec(token)?.[1];
      return workspace && checksum(token.slice(0, -6)) === token.slice(-6) ? workspace : undefined;
    },
  };
}
