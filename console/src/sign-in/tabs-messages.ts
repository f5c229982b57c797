/** What a tab of the console says to the others. `ask`: which key have you? `end`: who has this key, signs out. */
export type Message = { ask: 'key' } | { end: string };

/** What a tab answers: its key if it was asked for one and has it, else null. */
export type Answer = {
  key: string;
  /** When somebody last did something in the tab, in milliseconds since 1970. */
  usedAt: number;
} | null;

/** Where the console is. Nothing else of this origin gets a key: `/docs/` runs the script of somebody else. */
export const consolePath = '/console/';
/** Where the service worker is. */
export const workerPath = `${consolePath}tabs.js`;

/** Resolves with the answer to what `send` posts with a port, or with null if none came in time. */
export function answerTo<T>(send: (port: MessagePort) => void, patience: number): Promise<T | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
    setTimeout(() => resolve(null), patience);
    send(port2);
  });
}
