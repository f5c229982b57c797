import { additionOf, createCode } from '../../src/access/sign-in/store/exchange.ts';
import { consoleScopes, type Scope } from '../../src/lib/api-key.ts';
import { bindingOf } from '../d1/databases.ts';
import type { Databases } from '../d1/sql.ts';
import { port, UserError } from '../lib/settings.ts';
import { configOf, type Target } from '../lib/wrangler.ts';

/** The origin in an address. Throws UserError unless a browser can send a key there in safety. */
function originOf(text: string): string {
  const url = URL.parse(text);
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url && (url.protocol === 'https:' || isLocal) && url.pathname === '/' && !url.search && !url.username)
    return url.origin;
  throw new UserError(
    `--address takes the origin of the service, as https://footfall.acme.example; not ${text}.`,
  );
}

type Routes = Pick<Awaited<ReturnType<typeof configOf>>, 'route' | 'routes'>;

/** The address in settings of wrangler.toml: their custom domain, if they have exactly one. */
export function customDomainOf({ route, routes }: Routes): string | undefined {
  const domains = [route ?? [], routes ?? []]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one.custom_domain ? one.pattern : []));
  return domains.length === 1 ? `https://${domains[0]}` : undefined;
}

/**
 * The address of a deployment: the one that is given, that of the local server, or the custom domain in wrangler.toml.
 * Throws UserError when it is none of these.
 */
export async function addressOf(given: string | undefined, target: Target): Promise<string> {
  if (given !== undefined) return originOf(given);
  if (!target.remote) return `http://127.0.0.1:${port()}`;
  const domain = customDomainOf(await configOf(target));
  if (domain !== undefined) return originOf(domain);
  throw new UserError(
    'wrangler.toml has no custom domain: add --address with the origin that `npm run deploy` printed.',
  );
}

/** Makes a sign-in link for the console: the code is stored as its hash, and the link is valid once. */
export async function makeLink(
  databases: Pick<Databases, 'bindings' | 'run'>,
  address: string,
  scopes: readonly Scope[] = consoleScopes,
  workspace = 'main',
): Promise<string> {
  const code = createCode(workspace);
  await databases.run(bindingOf(databases, workspace), additionOf(code, scopes, Date.now()));
  return `${address}/console/#sign-in=${code}`;
}
