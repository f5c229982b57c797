/** What an isolate had at most while something ran, in bytes. */
interface Peak {
  /** The heap of V8. */
  heap: number;
  /** Array buffers, which are outside the heap. */
  buffers: number;
}

interface Usage {
  usedSize: number;
  backingStorageSize?: number;
}

/** The isolate of the service, watched through workerd's inspector. */
interface Isolate {
  /** Runs work, and tells what the isolate had at most meanwhile, with the garbage that V8 has not collected yet. */
  watch: <T>(work: () => Promise<T>) => Promise<{ result: T; peak: Peak }>;
  close: () => void;
}

const pause = 2;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Connects to the isolate of the service. Calls `onEnd` if workerd ends before `close`. */
export async function watchIsolate(inspectorPort: number, onEnd: () => void): Promise<Isolate> {
  // The names of workerd's services: this is the first Worker, the service itself.
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:`);
  const waiting = new Map<number, (result: unknown) => void>();
  let [last, isClosed] = [0, false];
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('workerd has no inspector.')));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => {
    if (!isClosed) onEnd();
  });
  const call = (method: string) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method }));
    });
  return {
    watch: async (work) => {
      const peak: Peak = { heap: 0, buffers: 0 };
      let isDone = false;
      const look = async () => {
        const { usedSize, backingStorageSize = 0 } = (await call('Runtime.getHeapUsage')) as Usage;
        peak.heap = Math.max(peak.heap, usedSize);
        peak.buffers = Math.max(peak.buffers, backingStorageSize);
      };
      const looking = (async () => {
        while (!isDone) {
          await look();
          await sleep(pause);
        }
      })();
      try {
        const result = await work();
        return { result, peak };
      } finally {
        isDone = true;
        await looking;
        await look();
      }
    },
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
}
