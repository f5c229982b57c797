import { BoundedMap } from './bounded-map.ts';
import { sha256 } from './sha256.ts';
import { tokenKind } from './token.ts';

/**
 * `collect` and `resolve` are publishable: one only sends visits, the other only reads the words of an address. `log`
 * only writes logs. No scope implies another.
 */
export const scopes = ['read', 'write', 'admin', 'log', 'collect', 'resolve'] as const;
export type Scope = (typeof scopes)[number];

/** A key that a request came with, as it is known once it is verified. */
export interface VerifiedKey {
  apiKeyId: string;
  /** SHA-256 of the key, base64url. */
  hash: string;
  name: string;
  scopes: Scope[];
  /** Null for never. */
  expiresAt: number | null;
  /** The tier of the key's rate limit in wrangler.toml; null for the default limit. */
  limitTier: string | null;
  /** 1 for the key of a sign-in. */
  isSignIn: number | null;
  /** When a request was last noted; null for never. */
  lastUsedAt: number | null;
  /** The origins of the workspace's websites; none of a key that no browser of a website may use. */
  origins: string[];
  /** When these were read. */
  originsReadAt: number;
}

const keys = tokenKind('ff');

/** Makes a new key for a workspace: `ff_<workspace>_<secret><checksum>`. */
export const createApiKey = (workspace: string): string => keys.create(workspace);

/** The key of a workspace that follows from a secret. */
export const deriveApiKey = (workspace: string, secret: string): string => keys.derive(workspace, secret);

/** The workspace that a key names, or undefined when the key is malformed or its checksum is wrong. */
export const workspaceOf = (key: string): string | undefined => keys.workspaceOf(key);

/** The stored form of a key: its SHA-256, base64url. The secret has 190 bits, so it needs no salt. */
export const hashApiKey = (key: string): string => sha256(key);

/** What the text of a key says without a lookup. */
interface KeyText {
  workspace: string;
  hash: string;
}
const texts = new BoundedMap<string, KeyText>(1000);

/** The workspace and the stored form of a key, or undefined when it is malformed. An isolate works them out once. */
export function readKey(key: string): KeyText | undefined {
  const known = texts.get(key);
  if (known) return known;
  const workspace = workspaceOf(key);
  if (workspace === undefined) return undefined;
  const read = { workspace, hash: hashApiKey(key) };
  texts.set(key, read);
  return read;
}

type Scoped = Pick<VerifiedKey, 'scopes'>;

/** Whether a key gets words without what is internal, and may be in a page that everyone can read. */
export const isWordsOnly = ({ scopes }: Scoped): boolean =>
  scopes.includes('resolve') && scopes.every((scope) => scope === 'resolve' || scope === 'collect');

/**
 * Whether a key has `resolve` in vain: beside a scope that no page may show, and without `read`. A website would put such
 * a key into its pages, because it gets nothing that is internal.
 */
export const isMixed = (key: Scoped): boolean =>
  key.scopes.includes('resolve') && !key.scopes.includes('read') && !isWordsOnly(key);

/** What a key must be, after its name in a sentence. */
export const unmixed = 'must have no other scope but collect if it has resolve and not read';

/** The scopes that the console can use: it sends no visits, and writes no logs. */
export const consoleScopes: readonly Scope[] = ['read', 'write', 'admin'];
