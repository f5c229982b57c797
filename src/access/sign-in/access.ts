import type { Bindings } from '../../config/bindings.ts';
import type { Scope } from '../../lib/api-key.ts';
import { report } from '../../lib/report.ts';
import { consoleScopes } from './scopes.ts';

/** The application of Cloudflare Access whose users may sign in. */
export interface Access {
  /** The origin of the team, which signs the tokens: `https://acme.cloudflareaccess.com`. */
  issuer: string;
  /** The tag of the application, which its tokens name. */
  audience: string;
  /** The scopes of its users' keys. */
  scopes: Scope[];
}

/** The origin in a setting, with or without a scheme. Plain HTTP is for tests on the own machine. */
function originOf(text: string): string | undefined {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`);
  const isSafe = url?.protocol === 'https:' || url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  return url && isSafe && url.pathname === '/' && url.search === '' && url.hash === ''
    ? url.origin
    : undefined;
}

const listOf = (text: string | undefined) => text?.split(/[\s,]+/).filter(Boolean) ?? [];
const isScope = (name: string): name is Scope => (consoleScopes as readonly string[]).includes(name);

function readAccess(env: Bindings): Access | undefined {
  if (!env.ACCESS_TEAM_DOMAIN && !env.ACCESS_AUDIENCE) return undefined;
  const issuer = originOf(env.ACCESS_TEAM_DOMAIN ?? '');
  const audience = env.ACCESS_AUDIENCE ?? '';
  const names = listOf(env.ACCESS_SCOPES);
  const given = names.filter(isScope);
  const wrong = [
    issuer === undefined && 'ACCESS_TEAM_DOMAIN must look like https://acme.cloudflareaccess.com',
    !/^[\w\-]+$/v.test(audience) && 'ACCESS_AUDIENCE must be the tag of one application',
    given.length < names.length && `ACCESS_SCOPES takes ${consoleScopes.join(', ')}`,
  ].filter(Boolean);
  if (issuer !== undefined && wrong.length === 0)
    return { issuer, audience, scopes: given.length === 0 ? ['read'] : [...new Set(given)] };
  report('nobody can sign in through Cloudflare Access', new Error(wrong.join('; ')), {});
  return undefined;
}

const known = new WeakMap<Bindings, { access: Access | undefined }>();

/** The settings of Cloudflare Access in wrangler.toml. Undefined without them, and when one is malformed. */
export function accessOf(env: Bindings): Access | undefined {
  const found = known.get(env) ?? { access: readAccess(env) };
  known.set(env, found);
  return found.access;
}
