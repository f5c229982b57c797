import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import { freePort, type Pair, type Side } from './pair.ts';

/** Milliseconds from the start of workerd to its first 401. */
async function startOnce(side: Side): Promise<number> {
  const port = await freePort();
  const starting = side.start(port);
  const client = new Client(port, 1);
  const ask = async () => {
    for (;;) {
      const answer = await client.send({ method: 'GET', path: '/v0/accounts', headers: {} }).catch(() => {});
      if (answer?.status === 401) return performance.now();
      await sleep(1);
    }
  };
  const [server, answeredAt] = await Promise.all([starting, ask()]);
  client.close();
  await server.stop();
  return answeredAt - server.spawnedAt;
}

export interface Started {
  floor: number;
  ours: number;
  ratio: number;
}

/** How long both sides need to start, in milliseconds: the median of several starts, in pairs. */
export async function measureStart(
  { floor, ours }: Pair,
  pairs: number,
  afterPair: () => void | Promise<void>,
): Promise<Started> {
  const took: Record<Side['name'], number[]> = { floor: [], ours: [] };
  for (let pair = 0; pair < pairs; pair++) {
    for (const side of pair % 2 === 0 ? [floor, ours] : [ours, floor]) {
      took[side.name].push(await startOnce(side));
    }
    await afterPair();
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const [a, b] = [middle(took.floor), middle(took.ours)];
  return { floor: a, ours: b, ratio: b / a };
}
