import type { Scope } from '../../lib/api-key.ts';

/** The scopes that the console can use: it sends no visits, and writes no logs. */
export const consoleScopes: readonly Scope[] = ['read', 'write', 'admin'];
