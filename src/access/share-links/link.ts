import { deriveApiKey } from '../../lib/api-key.ts';
import { dayMs, hourMs } from '../../lib/durations.ts';
import { tokenKind } from '../../lib/token.ts';

const codes = tokenKind('ffshare');

/** Makes the code of a new share link: `ffshare_<workspace>_<secret><checksum>`, as strong as an API key. */
export const createShareCode = (workspace: string): string => codes.create(workspace);

/** The workspace that a code names, or undefined when it is not the code of a share link. */
export const workspaceOfShareCode = (code: string): string | undefined => codes.workspaceOf(code);

/**
 * The key of a share link. It follows from the code, so that every opening gets the same key and none needs a row. The
 * text before the code is of this use only: no other hash of a code is a key.
 */
export const keyOfShareCode = (workspace: string, code: string): string =>
  deriveApiKey(workspace, `footfall: the key of a share link: ${code}`);

/** How many share links work at the same time in a workspace, at most. */
export const mostShareLinks = 100;

/** How long a share link can work, in milliseconds. */
export const lifetimes = { '12h': 12 * hourMs, '30d': 30 * dayMs };

/** The longest view, in characters. */
export const longestView = 2000;
