import type { SQLWrapper } from 'drizzle-orm';
import { ApiKeyCreate } from '../src/api-keys/schemas.ts';
import { insertKey, keyList, newKeyRow, revocation, rotationStatements } from '../src/api-keys/store.ts';
import { createApiKey, type Scope, scopes } from '../src/lib/api-key.ts';
import { parseTimestamp } from '../src/lib/time.ts';
import { bindingOf, withDatabases } from './lib/databases.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';
import { builder, type Row } from './lib/sql.ts';

const usage = `usage:
  npm run key -- create --name N --scopes ${scopes.join(',')} [--expires DATE]
  npm run key -- list
  npm run key -- revoke ID
  npm run key -- rotate ID [--overlap 24h]
each with [--workspace W] and [--remote [--env E]]; create and rotate print the key, once, as their last line`;

const seconds = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Milliseconds of a duration such as 30m, 24h or 7d. */
function durationOf(text: string): number {
  const [, amount, unit] = /^(\d{1,4})([smhd])$/.exec(text) ?? [];
  if (!amount || !unit) throw new UserError(`${text} is no duration: write 30m, 24h or 7d.`);
  const milliseconds = Number(amount) * seconds[unit as keyof typeof seconds] * 1000;
  if (milliseconds > 30 * seconds.d * 1000) throw new UserError('--overlap may be 30 days at most.');
  return milliseconds;
}

function scopesOf(text = ''): Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length > 0 || names.length === 0) {
    throw new UserError(`--scopes takes ${scopes.join(',')}; not ${unknown.join(',') || 'none'}.`);
  }
  return names as Scope[];
}

function nameOf(text: string): string {
  const { error } = ApiKeyCreate.shape.name.safeParse(text);
  if (error) throw new UserError(`--name ${error.issues[0]?.message}.`);
  return text;
}

/** The instant of an RFC 3339 date, which must lie ahead. */
function expiryOf(text: string): string {
  const at = parseTimestamp(text) ?? Date.parse(text);
  if (!(at > Date.now() && at < Date.parse('9999-12-31')))
    throw new UserError(`--expires ${text} is no date in the future.`);
  return new Date(at).toISOString();
}

await main(async () => {
  const text = { type: 'string' } as const;
  const options = { name: text, scopes: text, workspace: text, expires: text, overlap: text, env: text };
  const { values, positionals } = parseOptions(
    { allowPositionals: true, options: { ...options, remote: { type: 'boolean' } } },
    usage,
  );
  const [command, id, ...more] = positionals;
  if (more.length > 0 || (id && (command === 'create' || command === 'list'))) throw new UserError(usage);
  const workspace = values.workspace ?? 'main';
  // Opened last: it takes longer than to see that an option is off.
  const run = (statements: SQLWrapper[]): Promise<Row[]> =>
    withDatabases(values, async (databases) => {
      const results = await databases.run(bindingOf(databases, workspace), statements);
      return results.at(-1) ?? [];
    });
  const now = Date.now();

  if (command === 'create' && values.name) {
    const key = createApiKey(workspace);
    const expires = values.expires === undefined ? {} : { expiresAt: expiryOf(values.expires) };
    const row = newKeyRow(
      key,
      { name: nameOf(values.name), scopes: scopesOf(values.scopes), ...expires },
      now,
    );
    await run([insertKey(builder, row)]);
    console.log(`${row.apiKeyId}  ${row.name}  ${row.scopes.join(',')}\n${key}`);
  } else if (command === 'list') {
    const rows = await run([keyList(builder, 1000)]);
    for (const row of rows) console.log(describe(row, now));
  } else if (command === 'revoke' && id) {
    assertFound(id, await run([revocation(builder, id, now)]));
    console.log(`${id} is revoked; isolates that have seen it may let it pass for 60 s more.`);
  } else if (command === 'rotate' && id) {
    const key = createApiKey(workspace);
    const endsAt = now + durationOf(values.overlap ?? '24h');
    assertFound(id, await run([...rotationStatements(builder, id, key, endsAt, now)]));
    console.log(`${id} ends at ${new Date(endsAt).toISOString()}; its successor:\n${key}`);
  } else {
    throw new UserError(usage);
  }
});

function assertFound(id: string, rows: unknown[]): void {
  if (rows.length === 0) throw new UserError(`no live key has the id ${id} in this workspace.`);
}

function describe(row: Row, now: number): string {
  const day = (value: string | number | null | undefined) => new Date(Number(value)).toISOString();
  const ended = row.expires_at !== null && Number(row.expires_at) <= now;
  const state = row.revoked_at ? `revoked ${day(row.revoked_at)}` : ended ? 'expired' : 'live';
  const expires = row.expires_at && !ended && !row.revoked_at ? `, expires ${day(row.expires_at)}` : '';
  return `${row.api_key_id}  ${row.name}  ${(JSON.parse(String(row.scopes)) as string[]).join(',')}  ${state}${expires}`;
}
