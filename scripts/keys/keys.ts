import { ApiKeyCreate } from '../../src/access/api-keys/schemas.ts';
import { consoleScopes, type Scope, scopes } from '../../src/lib/api-key.ts';
import { parseTimestamp } from '../../src/lib/time.ts';
import type { Row } from '../d1/sql.ts';
import { UserError } from '../lib/settings.ts';
import type { Target } from '../lib/wrangler.ts';
import { assertLimitTier } from './limit-tiers.ts';

const seconds = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Milliseconds of a duration such as 30m, 24h or 7d. Throws UserError for other text, and for more than 30 days. */
export function durationOf(text: string): number {
  const [, amount, unit] = /^(\d{1,4})([smhd])$/.exec(text) ?? [];
  if (!amount || !unit) throw new UserError(`${text} is not a duration: write 30m, 24h or 7d.`);
  const milliseconds = Number(amount) * seconds[unit as keyof typeof seconds] * 1000;
  if (milliseconds > 30 * seconds.d * 1000) throw new UserError('--overlap may be 30 days at most.');
  return milliseconds;
}

/** The scopes in a comma-separated list. Throws UserError for an unknown scope, an empty list, and scopes that no key may have together. */
export function scopesOf(text = ''): Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length > 0 || names.length === 0) {
    throw new UserError(`--scopes takes ${scopes.join(',')}; not ${unknown.join(',') || 'none'}.`);
  }
  const { error } = ApiKeyCreate.shape.scopes.safeParse(names);
  if (error) throw new UserError(`--scopes ${error.issues[0]?.message}.`);
  return names as Scope[];
}

/** The scopes of a sign-in link. Throws UserError for scopes that the console has no use for. */
export function linkScopesOf(text = consoleScopes.join()): Scope[] {
  const granted = scopesOf(text);
  if (granted.every((scope) => consoleScopes.includes(scope))) return granted;
  throw new UserError(
    `--scopes of a link takes ${consoleScopes.join(',')}: the console sends no visits and writes no logs.`,
  );
}

/** The name of a key. Throws UserError when the API would refuse it. */
export function nameOf(text: string): string {
  const { error } = ApiKeyCreate.shape.name.safeParse(text);
  if (error) throw new UserError(`--name ${error.issues[0]?.message}.`);
  return text;
}

/** The instant of an RFC 3339 date. Throws UserError unless it is in the future. */
export function expiryOf(text: string): string {
  const at = parseTimestamp(text) ?? Date.parse(text);
  if (!(at > Date.now() && at < Date.parse('9999-12-31')))
    throw new UserError(`--expires ${text} is not a date in the future.`);
  return new Date(at).toISOString();
}

/** The line of a key in `list`. */
export function describeKey(row: Row, now: number): string {
  const day = (value: string | number | null | undefined) => new Date(Number(value)).toISOString();
  const ended = row.expiresAt !== null && Number(row.expiresAt) <= now;
  const state = row.revokedAt ? `revoked ${day(row.revokedAt)}` : ended ? 'expired' : 'live';
  const expires = row.expiresAt && !ended && !row.revokedAt ? `, expires ${day(row.expiresAt)}` : '';
  const used = row.lastUsedAt ? `, last used ${day(row.lastUsedAt)}` : '';
  return `${row.apiKeyId}  ${row.name}  ${(JSON.parse(String(row.scopes)) as string[]).join(',')}  ${state}${expires}${limitIn(row)}${used}`;
}

/** Throws UserError when the change of the key with this id returned no rows. */
export function assertFound(id: string, rows: unknown[]): void {
  if (rows.length === 0) throw new UserError(`no live key has the id ${id} in this workspace.`);
}

/** Throws UserError when a key with these scopes cannot use a tier, or the deployment does not have the tier. */
export async function assertTier(tier: string, of: Scope[], target: Target): Promise<void> {
  if (of.every((scope) => scope === 'collect'))
    throw new UserError("--limit is of no use to a collect key: visits count against the visitor's address.");
  await assertLimitTier(tier, target);
}

export const limitIn = ({ limitTier }: { limitTier?: Row[string] }): string =>
  limitTier ? `, limit ${limitTier}` : '';
