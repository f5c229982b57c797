import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import { cpuSeconds } from './cpu.ts';
import { freePort, type Pair, type Side } from './pair.ts';

/** Milliseconds from the spawn of workerd to its first 401, and its CPU time in between. */
async function startOnce(side: Side) {
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
  const cpu = cpuSeconds(server.pid) * 1000;
  client.close();
  await server.stop();
  return { took: answeredAt - server.spawnedAt, cpu };
}

export interface Started {
  floor: number;
  ours: number;
  ratio: number;
  /** The ratio of the CPU times, both summed over all starts. */
  cpu: number;
}

/**
 * How long both sides need to start, in milliseconds. Node, which serves and asks, is at times busy for 50 ms while
 * workerd waits for it. So this is the time that three of four starts exceed.
 */
export async function measureStart(
  { floor, ours }: Pair,
  pairs: number,
  afterPair: () => void | Promise<void>,
): Promise<Started> {
  const starts: Record<Side['name'], { took: number; cpu: number }[]> = { floor: [], ours: [] };
  for (let pair = 0; pair < pairs; pair++) {
    for (const side of pair % 2 === 0 ? [floor, ours] : [ours, floor]) {
      starts[side.name].push(await startOnce(side));
    }
    await afterPair();
  }
  const took = (name: Side['name']) =>
    starts[name].map((start) => start.took).sort((a, b) => a - b)[pairs >> 2] ?? Number.NaN;
  const cpu = (name: Side['name']) => starts[name].reduce((sum, start) => sum + start.cpu, 0);
  return {
    floor: took('floor'),
    ours: took('ours'),
    ratio: took('ours') / took('floor'),
    cpu: cpu('ours') / cpu('floor'),
  };
}
