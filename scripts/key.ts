import { insertKey, rotationOf } from '../src/access/api-keys/store/create.ts';
import { endKey, newKeyRow, selectKeys } from '../src/access/api-keys/store/internal.ts';
import { attributed } from '../src/db/actor.ts';
import type { Bound } from '../src/db/statement.ts';
import { consoleScopes, createApiKey, scopes } from '../src/lib/api-key.ts';
import { bindingOf, withDatabases } from './d1/databases.ts';
import type { Row } from './d1/sql.ts';
import {
  assertFound,
  assertTier,
  describeKey,
  durationOf,
  expiryOf,
  limitIn,
  linkScopesOf,
  nameOf,
  scopesOf,
} from './keys/keys.ts';
import { addressOf, makeLink } from './keys/sign-in-link.ts';
import { main, parseOptions, targetOptions, UserError } from './lib/settings.ts';

const usage = `usage:
  npm run key -- create --name N --scopes ${scopes.join(',')} [--expires DATE] [--limit TIER]
  npm run key -- list
  npm run key -- revoke ID
  npm run key -- rotate ID [--overlap 24h]
  npm run key -- link [--scopes ${consoleScopes.join(',')}] [--address URL]
each with [--workspace W] and [--remote [--env E]]; create, rotate and link print the secret, once, as their last line`;

// npm run key: creates, lists, revokes and rotates the API keys of a workspace, and makes sign-in links.
await main(async () => {
  const text = { type: 'string' } as const;
  const options = {
    ...targetOptions,
    name: text,
    scopes: text,
    expires: text,
    overlap: text,
    limit: text,
    address: text,
  };
  const { values, positionals } = parseOptions({ allowPositionals: true, options }, usage);
  const [command, id, ...more] = positionals;
  if (more.length > 0 || (id && ['create', 'list', 'link'].includes(command ?? '')))
    throw new UserError(usage);
  if (values.address !== undefined && command !== 'link') throw new UserError('--address goes with link.');
  if (values.limit !== undefined && command !== 'create') throw new UserError('--limit goes with create.');
  const workspace = values.workspace ?? 'main';
  // Opened after the options are checked, because it takes longer.
  const run = (statements: readonly Bound[]): Promise<Row[]> =>
    withDatabases(values, async (databases) => {
      const binding = bindingOf(databases, workspace);
      const results = await databases.run(binding, attributed(statements, { type: 'command' }));
      return results[statements.length] ?? [];
    });
  const now = Date.now();

  if (command === 'create' && values.name) {
    const key = createApiKey(workspace);
    const expires = values.expires === undefined ? {} : { expiresAt: expiryOf(values.expires) };
    const input = { name: nameOf(values.name), scopes: scopesOf(values.scopes), ...expires };
    if (values.limit !== undefined) await assertTier(values.limit, input.scopes, values);
    const row = newKeyRow(key, input, now, values.limit);
    await run([insertKey(row)]);
    console.log(`${row.apiKeyId}  ${row.name}  ${row.scopes.join(',')}${limitIn(row)}\n${key}`);
  } else if (command === 'list') {
    const rows = await run([selectKeys({ after: undefined, take: 1000 })]);
    for (const row of rows) console.log(describeKey(row, now));
  } else if (command === 'revoke' && id) {
    assertFound(id, await run([endKey({ apiKeyId: id, now })]));
    console.log(
      `${id} is revoked; isolates that have seen it may let it pass for 60 s more, for words an hour while D1 is away.`,
    );
  } else if (command === 'rotate' && id) {
    const key = createApiKey(workspace);
    const endsAt = now + durationOf(values.overlap ?? '24h');
    assertFound(id, await run(rotationOf(id, key, endsAt, now)));
    console.log(`${id} ends at ${new Date(endsAt).toISOString()}; its successor:\n${key}`);
  } else if (command === 'link') {
    const granted = linkScopesOf(values.scopes);
    const address = await addressOf(values.address, values);
    const link = await withDatabases(values, (databases) => makeLink(databases, address, granted, workspace));
    console.log(`Signs in to the console once, within 15 minutes, with ${granted.join(',')}:\n${link}`);
  } else {
    throw new UserError(usage);
  }
});
