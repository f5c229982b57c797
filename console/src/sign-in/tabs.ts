import { storedKey } from '../data/session.ts';
import { type Answer, answerTo, consolePath, type Message, workerPath } from './tabs-messages.ts';

/** Undefined on plain HTTP, where browsers have no service workers. Then each tab signs in by itself. */
const { serviceWorker } = navigator as Partial<Navigator>;

/** How long, in milliseconds, the other tabs may take: a little longer than the service worker waits for one. */
const patience = 800;

/** Tells the other tabs something, if a tab has signed in before. */
export async function tellTabs(message: Message): Promise<Answer> {
  try {
    const worker = (await serviceWorker?.getRegistration(consolePath))?.active;
    return worker ? await answerTo<Answer>((port) => worker.postMessage(message, [port]), patience) : null;
  } catch {
    // A browser that keeps nothing, such as in a private window, has none.
    return null;
  }
}

/** Lets tabs that are opened from now on have the key of this one. */
export function letTabsAsk(): void {
  serviceWorker?.register(workerPath, { scope: consolePath }).catch(() => {});
}

/**
 * True in a tab that was opened with the console. In one that has shown another page of this origin before, Back would
 * lead to a page that can read the key, and after signing out, loading the page again must not sign in.
 */
function isNewTab(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return history.length === 1 && entry?.type === 'navigate';
}

/** The key of the tab of the console that was used last, in a new tab. */
export async function keyOfOtherTab(): Promise<string | null> {
  const answer = isNewTab() ? await tellTabs({ ask: 'key' }) : null;
  return answer?.key ?? null;
}

let usedAt = 0;
/** Ctrl-click is a use of the tab whose key the new one is to have. */
const noteUse = () => {
  usedAt = Date.now();
};
for (const type of ['pointerdown', 'keydown', 'focus']) addEventListener(type, noteUse, true);

/** Answers other tabs. `endOwn` signs out here, and resolves when nothing needs the key any more. */
export function answerTabs(endOwn: () => Promise<unknown>): void {
  serviceWorker?.addEventListener('message', async ({ source, data, ports }: MessageEvent<Message>) => {
    const isOurs = source instanceof ServiceWorker && source.scriptURL === `${location.origin}${workerPath}`;
    if (!isOurs) return;
    const key = storedKey();
    if ('end' in data && data.end === key) await endOwn();
    const answer: Answer = 'ask' in data && key ? { key, usedAt } : null;
    ports[0]?.postMessage(answer);
  });
  serviceWorker?.startMessages();
}
