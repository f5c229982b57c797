import { sha256 } from '../../lib/sha256.ts';
import { tokenKind } from '../../lib/token.ts';

const codes = tokenKind('ffs');

/** Makes a new sign-in code for a workspace: `ffs_<workspace>_<secret><checksum>`, as strong as an API key. */
export const createCode = (workspace: string): string => codes.create(workspace);

/** The workspace that a code names, or undefined when the code is malformed or its checksum is wrong. */
export const workspaceOfCode = (code: string): string | undefined => codes.workspaceOf(code);

/** The stored form of a code: its SHA-256, base64url. */
export const hashCode = (code: string): string => sha256(code);
