import { env } from 'cloudflare:workers';
import { revokeKey } from '../../../src/access/api-keys/store/internal.ts';
import { createApiKey, type Scope, scopes } from '../../../src/lib/api-key.ts';
import { mintKey, openTestDatabase, storeKey } from './client.ts';
import { prepareIds } from './route-ids.ts';
import { keyedRoutes, type Route, routes, scopesOf } from './routes.ts';
export const keys = new Map<string, string>();
export const onlyScope = new Map<Scope, string>();
const allBut = new Map<string, string>();
export const dead = { revoked: '', expired: '', foreign: '' };

/** Makes resources and keys for the routes. Call it at the top of the file. */
export const prepareRoutes = () =>
  beforeAll(async () => {
    await prepareIds();
    // Each route has its own key: together they would reach the rate limit of one key.
    await Promise.all(routes.map(async ({ name }) => keys.set(name, await mintKey([...scopes]))));
    for (const scope of scopes) {
      onlyScope.set(scope, await mintKey([scope]));
    }
    for (const needed of new Map(
      keyedRoutes.map((route) => [scopesOf(route).join(), scopesOf(route)]),
    ).values())
      allBut.set(needed.join(), await mintKey(scopes.filter((scope) => !needed.includes(scope))));
    dead.expired = await mintKey([...scopes], 'main', new Date(Date.now() - 1000).toISOString());
    dead.foreign = createApiKey('main');
    await storeKey(openTestDatabase(env.DB_ACME), dead.foreign, { name: 'foreign', scopes: [...scopes] });
    dead.revoked = createApiKey('main');
    const db = openTestDatabase();
    await revokeKey(db, await storeKey(db, dead.revoked, { name: 'revoked', scopes: [...scopes] }));
  });

/** A key with every scope that does not allow the route. */
export const keyWithout = (route: Route) => allBut.get(scopesOf(route).join()) ?? '';
