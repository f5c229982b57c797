import { type Beacon, newBeacon, printable, type Target } from './beacon.ts';
import { ageOf, isOver, post } from './sender.ts';
import { keyOf, keys, read, remove, type Saved, write } from './storage.ts';

const second = 1000;
/** How long after an input a visitor counts as active. */
const attention = 30 * second;
/** The most time that one tick may add. Timers are throttled and computers sleep, and that time is not engagement. */
const longestTick = 2 * second;
const heartbeat = 15 * second;

const clock = () => performance.now();
const isVisible = () => document.visibilityState === 'visible';

/**
 * Measures one page at a time. `measured` has the keys that all trackers of this document measure, so that no page is
 * measured twice. Times are milliseconds of performance.now, which is not affected by changes of the clock.
 */
export function createTracker(endpoint: string, apiKey: string, measured: Set<string>) {
  let target: Target | undefined;
  let key = '';
  let live: Saved | undefined;
  let begun = 0;
  let arrived = 0;
  let lastTick = 0;
  let lastInput = 0;
  let due = 0;
  let sent = 0;
  let seen = false;

  /** Applies a change to the session, with activity until `until`. */
  const note = (saved: Saved, change: (beacon: Beacon) => void, until = clock()) => {
    const { beacon } = saved;
    change(beacon);
    beacon.activeMs = Math.max(beacon.activeMs, until - begun);
    beacon.elapsedMs = clock() - begun;
    saved.at = Date.now();
    saved.revision++;
    write(key, saved);
  };

  /** Counts the time since the last tick as engaged, while the page was visible and the visitor active. */
  const tick = () => {
    const now = clock();
    const engaged = Math.min(now, lastInput + attention, lastTick + longestTick) - lastTick;
    if (live && seen && engaged > 0 && !isOver(live)) {
      note(
        live,
        (beacon) => {
          beacon.engagedMs += engaged;
        },
        lastTick + engaged,
      );
    }
    lastTick = now;
    seen = isVisible();
  };

  /** Sends the totals that are in storage under `at`. */
  const deliver = async (at: string, saved: Saved, age: number) => {
    const { revision, beacon } = saved;
    if (!(await post(endpoint, apiKey, saved, age))) {
      sent = 0;
      return;
    }
    const stored = read(at);
    for (const known of [live, stored]) {
      if (known?.beacon.analyticsSessionId === beacon.analyticsSessionId)
        known.delivered = Math.max(known.delivered, revision);
    }
    if (stored) write(at, stored);
  };

  /** Sends this page's totals, unless they have been sent. */
  const send = () => {
    tick();
    due = lastTick + heartbeat;
    if (!live || live.revision <= Math.max(sent, live.delivered)) return;
    // Read now and not at the start: scripts in the head run before the title exists.
    live.beacon.pageTitle ??= printable(document.title, 300);
    write(key, live);
    sent = live.revision;
    // The larger age is right: performance.now may stop while the computer sleeps, and the clock may be set.
    deliver(key, live, Math.max(lastTick - begun, ageOf(live)));
  };

  /**
   * Sends unsent totals of ended sessions and of other pages of the site. Removes sessions that are delivered and
   * have ended.
   */
  const flush = () => {
    for (const other of keys(apiKey)) {
      const saved = read(other);
      // A visible page is sent by its own tracker.
      if (!saved || (measured.has(other) && isVisible())) continue;
      if (saved.revision > saved.delivered) deliver(other, saved, ageOf(saved));
      else if (isOver(saved)) remove(other);
    }
  };

  /** Continues the page's session in storage. Begins a new one if there is none or it has ended. */
  const start = () => {
    if (!target) return;
    live = read(key);
    let age = live ? ageOf(live) : 0;
    if (!live || isOver(live)) {
      if (live) write(`${key}:${live.beacon.analyticsSessionId}`, live);
      live = { beacon: newBeacon(target), at: 0, revision: 0, delivered: 0 };
      age = 0;
    }
    sent = 0;
    arrived = lastTick = lastInput = clock();
    begun = arrived - age;
    seen = isVisible();
    due = arrived + second / 2;
    note(live, () => {});
    flush();
  };

  /** The visitor did something. This begins a new session if the last one has ended. */
  const touch = () => {
    if (!live) return;
    if (isOver(live)) start();
    // A pause ends here. The time before the pause counts, the pause itself does not.
    if (clock() - lastInput > attention) tick();
    lastInput = clock();
  };

  /**
   * Measures the scroll depth after the page has loaded. Before that a page is short, and would seem read to its end.
   */
  const look = () => {
    if (!live || !seen || isOver(live)) return;
    if (document.readyState !== 'complete' && clock() - arrived < 10 * second) return;
    const { scrollHeight } = document.scrollingElement ?? document.documentElement;
    const depth = Math.min(100, Math.round(((scrollY + innerHeight) / scrollHeight) * 100));
    if (depth > live.beacon.maxScrollDepthPercentage) {
      note(live, (beacon) => {
        beacon.maxScrollDepthPercentage = depth;
      });
    }
  };

  /** The page is hidden. If it is shown again, it continues from storage. */
  const leave = () => {
    look();
    send();
    live = undefined;
  };

  const stop = () => {
    send();
    if (target) measured.delete(key);
    target = live = undefined;
  };

  const retry = () => {
    send();
    flush();
  };

  return {
    start,
    touch,
    look,
    stop,
    retry,
    /** Adds an event to the totals, which are sent within `delay` milliseconds. */
    record(change: (beacon: Beacon) => void, delay = 2 * second): void {
      if (live) touch();
      else start();
      if (!live) return;
      note(live, change);
      due = Math.min(due, clock() + delay);
      if (!delay) send();
    },
    page(next: Target): void {
      const nextKey = keyOf(apiKey, next.page, next.audience);
      stop();
      if (measured.has(nextKey)) return;
      measured.add(nextKey);
      key = nextKey;
      target = next;
      if (isVisible()) start();
    },
    /** Runs every second. */
    beat(): void {
      tick();
      look();
      if (lastTick >= due) retry();
    },
    leave,
    /** The page is shown, for the first time or again, or hidden. */
    turn: () => (isVisible() ? start() : leave()),
  };
}
