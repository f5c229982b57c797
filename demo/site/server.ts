import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { UserError } from '../../scripts/lib/settings.ts';
import { pathOfPage } from '../load/site.ts';
import { previewParameter, withPreview } from './preview.ts';
import { resolve as resolvePath, type SiteApi } from './resolve.ts';
import { fill, valuesOf } from './template.ts';

const folder = import.meta.dirname;

const html = 'text/html; charset=utf-8';
/** The template of each page, by its path. */
export const documents: Record<string, string> = {
  '/': 'home.html',
  '/pricing': 'pricing.html',
  '/request-demo': 'request-demo.html',
  '/customers/ridgeline-outdoor': 'case-study.html',
  '/download-guide': 'guide.html',
};
const assets: Record<string, [file: string, type: string]> = {
  '/site.css': ['site.css', 'text/css; charset=utf-8'],
  '/site.js': ['site.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
};

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  { address: origin, isDraft = false }: { address: string; isDraft?: boolean },
): void {
  response.writeHead(status, {
    'content-type': type,
    // Only a draft has no-store, which disables the back/forward cache.
    'cache-control': isDraft ? 'no-store' : 'no-cache',
    'content-security-policy': `default-src 'self'; script-src 'self' ${origin}; connect-src ${origin}; frame-ancestors ${origin}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

interface Asked {
  pathname: string;
  /** The token of a preview, if the address has one. */
  preview: string | undefined;
}

async function respond(response: ServerResponse, api: SiteApi, { pathname, preview }: Asked): Promise<void> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const send = async (status: number, file: string, type: string) =>
    answer(response, status, type, await read(file), api);
  const asset = assets[pathname];
  if (asset) return send(200, ...asset);
  const shown = await resolvePath(api, pathname, preview);
  const document = shown && documents[pathOfPage(shown.content.url) ?? ''];
  if (!document) return send(404, 'not-found.html', html);
  const page = withPreview(fill(await read(document), valuesOf(shown, api)), shown.preview, preview);
  answer(response, 200, html, page, { ...api, isDraft: shown.preview?.status === 'shown' });
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
      return answer(response, 405, 'text/plain', 'The site is only read.\n', api);
    }
    const [pathname = '/', query] = (request.url ?? '/').split('?');
    const preview = new URLSearchParams(query).get(previewParameter) ?? undefined;
    respond(response, api, { pathname, preview }).catch((error: Error) => {
      console.error(`footfall: the site cannot show ${pathname}: ${error.message}`);
      answer(response, 503, 'text/plain', 'Footfall does not answer; see its terminal.\n', api);
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
