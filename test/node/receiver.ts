import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Received {
  path: string;
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  sequence: number;
  /** Whether it was answered with 2xx. */
  isAccepted: boolean;
}

type Answer = (response: ServerResponse, isFirst: boolean, body: string) => void;

export interface HttpReceiver {
  address: string;
  received: Received[];
  close: () => void;
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end(`answered ${code}`);

/** How a receiver that is not well answers the first attempt of an event; it accepts the second. */
export const illnesses: Answer[] = [
  status(500),
  status(503, { 'retry-after': '1' }),
  status(302, { location: '/trap' }),
  (response) => response.destroy(),
  (response) => setTimeout(() => response.writeHead(404).end(), 700),
  (response) => setTimeout(() => response.writeHead(204).end(), 300),
];

/** Starts a receiver on this machine. `answer` says how a path answers; without one it is a 204. */
export async function startReceiver(answers: Record<string, Answer>): Promise<HttpReceiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const body = await text(request);
    const id = String(headers['webhook-id']);
    const isFirst = !received.some((other) => other.id === id && other.path === path);
    const sequence = Number(id.split('_').at(-1));
    const entry = { path, id, headers, body, sequence, isAccepted: false };
    received.push(entry);
    response.on('finish', () => {
      entry.isAccepted = response.statusCode >= 200 && response.statusCode < 300;
    });
    (answers[path] ?? status(204))(response, isFirst, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
