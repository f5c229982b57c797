import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ignoredFields, parseVisit } from '../../src/visits/beacons/lenient-schemas.ts';
import { Visit } from '../../src/visits/beacons/schemas.ts';

/** A visit as the collector takes it, and what only the tracker knows so far. */
const Sent = z.safeExtend(Visit, {
  hasInput: z.optional(z.literal(true)),
  referrer: z.optional(z.string().check(z.regex(/^(?!www\.)[^\sA-Z/]{1,255}$/))),
  leftOut: z.optional(z.literal(['own', 'automated'])),
});
export type Sent = z.infer<typeof Sent>;

/**
 * A website on localhost and, on another origin (127.0.0.1), a collector that records the requests it gets. Both have
 * script and collector also under `/hello/a`.
 */
export interface Recorder {
  site: string;
  collector: string;
  /** The beacons (requests of the tracker) of a page, in the order of their arrival. */
  of: (pageId: string) => Sent[];
  /** Waits until the last beacon of a page passes. Returns it. */
  last: (pageId: string, passes: (visit: Sent) => boolean) => Promise<Sent>;
  /** The statuses with which beacons of these pages are answered, instead of 202. 0 breaks the connection. */
  statuses: Map<string, number>;
  /** Errors in the requests that arrived. */
  faults: string[];
  stop: () => void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Fields in which the later of two beacons of a session has less than the earlier one. Totals never shrink. */
function shrunk(before: Sent, after: Sent): string[] {
  const totals = [
    'elapsedMs',
    'activeMs',
    'engagedMs',
    'maxScrollDepthPercentage',
    'clicksCount',
    'questionsAskedCount',
    'hasConversion',
  ] as const;
  return totals
    .filter((total) => Number(before[total]) > Number(after[total]))
    .map((total) => `${total} ${before[total]} → ${after[total]}`);
}

export async function startRecorder(script: string, html: (url: URL) => string): Promise<Recorder> {
  const visits: Sent[] = [];
  const statuses = new Map<string, number>();
  const faults: string[] = [];

  function take(request: IncomingMessage, text: string): number {
    const { 'x-api-key': key, 'content-type': type, cookie } = request.headers;
    if (key !== 'ff_main_test' || type !== 'application/json' || cookie)
      faults.push(`headers: ${key} ${type}`);
    const sent = JSON.parse(text);
    const parsed = parseVisit(sent);
    if (!parsed.success) {
      faults.push(`${parsed.error.message}: ${text}`);
      return 400;
    }
    faults.push(...ignoredFields(sent, parsed.data).map((field) => `${field} is ignored`));
    const visit = Sent.parse(parsed.data);
    const status = statuses.get(visit.pageId) ?? 202;
    if (status !== 202) return status;
    const before = visits.findLast((other) => other.analyticsSessionId === visit.analyticsSessionId);
    if (before) faults.push(...shrunk(before, visit));
    visits.push(visit);
    return status;
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (/^\/(visit|hello\/a)\.js$/.test(url.pathname)) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else if (/^\/(v0\/visits|hello\/a)$/.test(url.pathname)) {
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
      response.setHeader('access-control-allow-headers', 'content-type,x-api-key');
      const status = request.method === 'POST' ? take(request, await bodyOf(request)) : 204;
      if (status === 0) request.destroy();
      else response.writeHead(status).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'site=1' }).end(html(url));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;

  const of = (pageId: string) => visits.filter((visit) => visit.pageId === pageId);
  return {
    site: `http://localhost:${port}`,
    collector: `http://127.0.0.1:${port}`,
    of,
    last: async (pageId, passes) => {
      const deadline = Date.now() + 300_000;
      for (;;) {
        const visit = of(pageId).at(-1);
        if (visit && passes(visit)) return visit;
        if (Date.now() > deadline) throw new Error(`no such beacon; the last is ${JSON.stringify(visit)}`);
        await sleep(20);
      }
    },
    statuses,
    faults,
    stop: () => server.close().closeAllConnections(),
  };
}
