import { toHost } from '../../lib/host.ts';
import { longestPath, normalisePath } from './path.ts';

/** The address of a page as a website knows it, in the forms in which links and pages are stored. */
export interface Address {
  /** The host without a port, as tenant domains are stored. */
  domain: string;
  /** The path of a link. Undefined if no link can have it. */
  path: string | undefined;
  /** The origins that are the same website: with and without TLS and `www.`. */
  origins: string[];
  /** The URLs that are the same page, the closest first. */
  urls: string[];
}

const withTlsFirst = ['https:', 'http:'];
/** A host with and without `www.`, as it is first. */
const hostsOf = (host: string) => [host, host.startsWith('www.') ? host.slice(4) : `www.${host}`];
/** A path with and without a slash at its end, as it is first. */
const pathsOf = (path: string) =>
  path === '/' ? [path] : [path, path.endsWith('/') ? path.replace(/\/+$/, '') || '/' : `${path}/`];

/** The parts of an absolute http or https URL (WHATWG URL), which has no user name. Undefined for another text. */
export function addressOf(text: string): Address | undefined {
  const url = URL.parse(text);
  if (!url || !withTlsFirst.includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  const domain = url.hostname.replace(/\.$/, '');
  if (toHost(domain) === undefined) return undefined;
  const host = url.port === '' ? domain : `${domain}:${url.port}`;
  const path = normalisePath(url.pathname);
  const schemes = [url.protocol, ...withTlsFirst.filter((scheme) => scheme !== url.protocol)];
  const origins = hostsOf(host).flatMap((name) => schemes.map((scheme) => `${scheme}//${name}`));
  const queries = [...new Set([url.search + url.hash, url.search, ''])];
  return {
    domain,
    path: path !== undefined && [...path].length <= longestPath ? path : undefined,
    origins,
    urls: queries.flatMap((query) =>
      pathsOf(url.pathname).flatMap((path) => origins.map((origin) => origin + path + query)),
    ),
  };
}

/** Whether the URL of a page is of one of these origins. */
export const isOf = (origins: string[], url: string | null): boolean => {
  const origin = url === null ? undefined : URL.parse(url)?.origin;
  return origin !== undefined && origins.includes(origin);
};
