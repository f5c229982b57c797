import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Content } from '../../src/audiences/content-schemas.ts';
import type { PageLinkResolution } from '../../src/page-links/schemas.ts';
import type { Page } from '../../src/pages/schemas.ts';
import type { TenantDomain } from '../../src/tenant-domains/schemas.ts';
import { root, UserError } from './settings.ts';

const folder = path.join(root, 'demo/site');
/** What the pages and links of demo-content.ts call this site; the fallback subdomain comes after both. */
const homeUrl = 'https://www.trailmark.example/';
const domains = ['www.trailmark.example', 'hello.trailmark.example'];

const html = 'text/html; charset=utf-8';
const documents: Record<string, string> = {
  '/': 'home.html',
  '/pricing': 'pricing.html',
  '/request-demo': 'request-demo.html',
};
const assets: Record<string, [file: string, type: string]> = {
  '/site.css': ['site.css', 'text/css; charset=utf-8'],
  '/site.js': ['site.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
};

/** Where the API answers, and the keys: one that reads, for this server, and one for its visitors. */
export interface SiteApi {
  address: string;
  key: string;
  collectKey: string;
}

/** What is shown under a path. */
export type Shown = Pick<PageLinkResolution, 'pageId' | 'audienceId' | 'versionNumber'> & {
  content: Pick<Content, 'url' | 'actionUrl'> & {
    metadata: Pick<Content['metadata'], 'title' | 'description'>;
  };
};

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Fills `{{name}}` with values, escaped for text and attributes; an attribute that is empty then goes. */
export function fill(template: string, values: Record<string, string>): string {
  return template
    .replace(/ [a-z-]+="\{\{(\w+)\}\}"/g, (attribute, name: string) => (values[name] === '' ? '' : attribute))
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

/**
 * A URL of the demo company's website as one of this server. One whose path begins with two slashes stays as it is:
 * browsers take `//evil.example` for another website, and a backslash for a slash.
 */
export function localised(url: string): string {
  const path = url.startsWith(homeUrl) ? url.slice(homeUrl.length - 1) : url;
  return /^\/[\/\\\s]/v.test(path) ? url : path;
}

/** The values of the placeholders in a page. */
export const valuesOf = (shown: Shown, { address, collectKey }: SiteApi): Record<string, string> => ({
  origin: address,
  key: collectKey,
  page: shown.pageId,
  audience: shown.audienceId ?? '',
  title: shown.content.metadata.title,
  description: shown.content.metadata.description,
  action: localised(shown.content.actionUrl ?? '#form'),
  shown:
    shown.audienceId === null ? 'what everyone sees' : `${shown.audienceId}, version ${shown.versionNumber}`,
});

/** Asks the API; null when it knows no such thing. */
async function read<T>({ address, key }: SiteApi, route: string): Promise<T | null> {
  const response = await fetch(`${address}${route}`, { headers: { 'x-api-key': key } });
  // 400: what is no path there, half an escape for one.
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`GET ${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Where links to this site may be, in the order in which they are tried; the last is the fallback subdomain. */
async function tenantDomainIds(api: SiteApi): Promise<string[]> {
  const known = await read<{ items: TenantDomain[] }>(api, '/v0/tenant_domains?limit=100');
  const idOf = (name: string) => known?.items.find(({ domain }) => domain === name)?.tenantDomainId;
  return [...domains.map(idOf).filter((id) => id !== undefined), ''];
}

/** What a path shows: what its link leads to, as at a website's edge; else the page that has this URL. */
async function resolve(api: SiteApi, pathname: string): Promise<Shown | null> {
  for (const tenantDomainId of await tenantDomainIds(api)) {
    const query = new URLSearchParams({ path: pathname, ...(tenantDomainId && { tenantDomainId }) });
    const link = await read<PageLinkResolution>(api, `/v0/page_links/resolve?${query}`);
    if (link) return link;
  }
  const pages = await read<{ items: Page[] }>(api, '/v0/pages?limit=100');
  const page = pages?.items.find(({ url }) => localised(url) === pathname);
  return page
    ? { ...page, audienceId: null, versionNumber: null, content: { ...page, actionUrl: null } }
    : null;
}

function answer(response: ServerResponse, status: number, type: string, body: string, origin: string): void {
  response.writeHead(status, {
    'content-type': type,
    // Not no-store: that would keep pages out of the back/forward cache.
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'self'; script-src 'self' ${origin}; connect-src ${origin}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

async function respond(response: ServerResponse, api: SiteApi, pathname: string): Promise<void> {
  const send = async (status: number, file: string, type: string, values?: Record<string, string>) => {
    const text = await readFile(path.join(folder, file), 'utf8');
    answer(response, status, type, values ? fill(text, values) : text, api.address);
  };
  const asset = assets[pathname];
  if (asset) return send(200, ...asset);
  const shown = await resolve(api, pathname);
  const document = shown && documents[localised(shown.content.url)];
  if (!document) return send(404, 'not-found.html', html);
  await send(200, document, html, valuesOf(shown, api));
}

export interface Site {
  address: string;
  stop: () => void;
}

/** Serves the demo website on 127.0.0.1. Throws UserError when the port is taken. */
export function serveSite(port: number, api: SiteApi): Promise<Site> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return answer(response, 405, 'text/plain', 'The site is only read.\n', api.address);
    }
    const [pathname = '/'] = (request.url ?? '/').split('?');
    respond(response, api, pathname).catch((error: Error) => {
      console.error(`footfall: the site cannot show ${pathname}: ${error.message}`);
      answer(response, 503, 'text/plain', 'Footfall does not answer; see its terminal.\n', api.address);
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UserError(`the site's port ${port} cannot be used (${error.code}); set SITE_PORT to another.`),
      ),
    );
    server.listen(port, '127.0.0.1', () =>
      resolve({
        address: `http://127.0.0.1:${port}`,
        stop: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}
