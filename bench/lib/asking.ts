import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** How long a thread waits before it asks again, in milliseconds. */
const pause = 10;

interface Asked {
  url: string;
  key: string;
}

/**
 * Asks the same again and again from a thread of its own, so that nothing but the service makes an answer late. `stop`
 * gives how long each took, in milliseconds.
 */
export function startAsking(url: string, key: string): { stop: () => Promise<number[]> } {
  const asked: Asked = { url, key };
  const thread = new Worker(import.meta.filename, { workerData: asked });
  const times = new Promise<number[]>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return {
    stop: () => {
      thread.postMessage('stop');
      return times;
    },
  };
}

if (!isMainThread) {
  const { url, key } = workerData as Asked;
  const times: number[] = [];
  let isDone = false;
  parentPort?.once('message', () => {
    isDone = true;
  });
  while (!isDone) {
    const start = performance.now();
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    await response.text();
    times.push(performance.now() - start);
    await sleep(pause);
  }
  parentPort?.postMessage(times);
}
