import { type Answer, answerTo, consolePath, type Message } from './tabs-messages.ts';

// Carries messages between the tabs of the console. It is a service worker because that knows, from the browser, which
// page a message is from: a BroadcastChannel is open to every script of the origin.

/** The parts of a service worker that are used: the types of `webworker` clash with `dom`. */
interface Tab {
  id: string;
  url: string;
  frameType: string;
  postMessage: (message: Message, transfer: Transferable[]) => void;
}
interface Scope {
  skipWaiting: () => void;
  clients: { matchAll: (options: object) => Promise<Tab[]> };
  addEventListener: <E>(type: string, listener: (event: E) => void) => void;
}
interface Sent {
  data: Message;
  source: Tab | null;
  ports: MessagePort[];
  waitUntil: (work: Promise<unknown>) => void;
}
const self = globalThis as unknown as Scope;

/** How long, in milliseconds, a tab may take to answer: one that sleeps does not. */
const patience = 400;

/** The address of a client is the one that it was loaded from, whatever its scripts have put into its bar. */
const isConsole = ({ url, frameType }: Tab) =>
  new URL(url).pathname === consolePath && frameType === 'top-level';

/** Tells the other tabs. Returns the answer of the one that was used last. */
async function relay(message: Message, from: Tab): Promise<Answer> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const others = all.filter((tab) => tab.id !== from.id && isConsole(tab));
  const answers = await Promise.all(
    others.map((tab) => answerTo<Answer>((port) => tab.postMessage(message, [port]), patience)),
  );
  const given = answers.filter((answer) => answer !== null);
  return given.sort((a, b) => b.usedAt - a.usedAt)[0] ?? null;
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener<Sent>('message', (event) => {
  const { data, source, ports } = event;
  const [port] = ports;
  if (!source || !port || !isConsole(source)) return;
  event.waitUntil(relay(data, source).then((answer) => port.postMessage(answer)));
});
