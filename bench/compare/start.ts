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
      const answer = await client
        .send({ method: 'POST', path: '/v0/person_logs', headers: {} })
        .catch(() => {});
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

/** How long both sides need to start, in milliseconds: the medians of several starts, and of the ratio in each pair. */
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
  const ratios = took.ours.map((ours, pair) => ours / (took.floor[pair] ?? Number.NaN));
  return { floor: middle(took.floor), ours: middle(took.ours), ratio: middle(ratios) };
}
