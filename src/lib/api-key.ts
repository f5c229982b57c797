import { sha256 } from './sha256.ts';
import { tokenKind } from './token.ts';

/**
 * `collect` is publishable and may only send visits; `log` may only write logs; `admin` manages keys. No scope implies
 * another.
 */
export const scopes = ['read', 'write', 'admin', 'log', 'collect'] as const;
export type Scope = (typeof scopes)[number];

const keys = tokenKind('ff');

/** Makes a new key for a workspace: `ff_<workspace>_<secret><checksum>`. */
export const createApiKey = (workspace: string): string => keys.create(workspace);

/** The key of a workspace that follows from a secret. */
export const deriveApiKey = (workspace: string, secret: string): string => keys.derive(workspace, secret);

/** The workspace that a key names, or undefined when the key is malformed or its checksum is wrong. */
export const workspaceOf = (key: string): string | undefined => keys.workspaceOf(key);

/** The stored form of a key: its SHA-256, base64url. The secret has 190 bits, so it needs no salt. */
export const hashApiKey = (key: string): string => sha256(key);
