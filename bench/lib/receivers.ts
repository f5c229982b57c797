import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a receiver answers. */
export type Manner = (response: ServerResponse) => void;

const answer =
  (status: number, after = 0): Manner =>
  (response) =>
    void setTimeout(() => response.writeHead(status).end(), after);

/** Receivers by what they are like. */
export const manners = {
  'at once': answer(204),
  'after 50 ms': answer(204, 50),
  'after 200 ms': answer(204, 200),
  'after 10 s': answer(204, 10_000),
  never: () => {},
  'with 500': answer(500),
  'with 429': answer(429),
  'breaks off': (response) => response.destroy(),
} satisfies Record<string, Manner>;
export type MannerName = keyof typeof manners;

/** What an address has accepted, in order of the answers, and how many requests it had at once. */
export interface Accepted {
  sequences: number[];
  mostAtOnce: number;
  /** When the first request came, and when the last was accepted; by `performance.now`. */
  startedAt: number | undefined;
  endedAt: number | undefined;
}

/** Receivers on this machine, each at a path of its own. */
export async function startReceivers() {
  const all = new Map<string, Accepted & { manner: Manner; open: number }>();
  const server = createServer((request, response) => {
    const receiver = all.get(request.url ?? '');
    if (!receiver) return void response.writeHead(404).end();
    receiver.startedAt ??= performance.now();
    receiver.open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, receiver.open);
    const sequence = Number(String(request.headers['webhook-id']).split('_').at(-1));
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    response.on('close', () => {
      receiver.open -= 1;
    });
    response.on('finish', () => {
      if (response.statusCode !== 204) return;
      // A message for a channel has a sentence for each of its events, and the id of the first.
      const count = body.startsWith('{"type"') ? 1 : (body.match(/created the page/g)?.length ?? 0) / 2;
      for (let place = 0; place < count; place++) receiver.sequences.push(sequence + place);
      receiver.endedAt = performance.now();
    });
    request.on('end', () => receiver.manner(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Opens an address. */
    open(name: MannerName): { url: string; accepted: Accepted } {
      const path = `/${all.size}`;
      const accepted = {
        sequences: [],
        mostAtOnce: 0,
        startedAt: undefined,
        endedAt: undefined,
        manner: manners[name],
        open: 0,
      };
      all.set(path, accepted);
      return { url: `http://127.0.0.1:${port}${path}`, accepted };
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
