import { type Beacon, type LeftOut, newBeacon, printable, referrerHost, type Target } from './beacon.ts';
import { on, safely } from './events.ts';
import { leftOutAs } from './left-out.ts';
import { ageOf, isOver, post } from './sender.ts';
import { keyOf, keys, read, remove, type Saved, write } from './storage.ts';
import { attention, firstBeacon, heartbeat, loading, longestTick, retryAfter } from './times.ts';

const clock = () => performance.now();
const isVisible = () => !document.hidden;

/**
 * Measures one page at a time. `measured` has the keys that all trackers of this document measure, so that no page is
 * measured twice. Times are milliseconds of performance.now, which is not affected by changes of the clock.
 */
export function createTracker(endpoint: URL, apiKey: string, measured: Set<string>) {
  let target: Target | undefined;
  let key = '';
  let referrer: string | undefined;
  let leftOut: LeftOut | undefined;
  let live: Saved | undefined;
  let begun = 0;
  let lastTick = 0;
  let lastInput = 0;
  let due = 0;
  let seen = false;

  /** Applies a change to the session, unless it has ended, with activity until `until`. */
  const note = (change: (beacon: Beacon) => void, until = clock()) => {
    if (!live || isOver(live)) return;
    const { beacon } = live;
    change(beacon);
    beacon.activeMs = Math.max(beacon.activeMs, until - begun);
    beacon.elapsedMs = clock() - begun;
    live.at = Date.now();
    live.revision++;
    write(key, live);
  };

  /** Counts the time since the last tick as engaged, while the page was visible and the visitor active. */
  const tick = () => {
    const now = clock();
    const engaged = Math.min(now, lastInput + attention, lastTick + longestTick) - lastTick;
    if (seen && engaged > 0) {
      note((beacon) => {
        beacon.engagedMs += engaged;
      }, lastTick + engaged);
    }
    lastTick = now;
    seen = isVisible();
  };

  /** Sends the totals that are in storage under `at`. */
  const deliver = async (at: string, saved: Saved) => {
    const { revision, beacon } = saved;
    const isAnswered = await post(endpoint, apiKey, saved);
    if (!isAnswered) due = Math.min(due, clock() + retryAfter);
    for (const known of [live, read(at)]) {
      if (known?.beacon.analyticsSessionId === beacon.analyticsSessionId) {
        known.delivered = isAnswered ? revision : 0;
        write(at, known);
      }
    }
  };

  /** Sends this page's totals, unless they have been sent. */
  const send = () => {
    tick();
    due = lastTick + heartbeat;
    if (!live || live.revision <= live.delivered) return;
    // Read now and not at the start: scripts in the head run before the title exists.
    live.beacon.pageTitle ??= printable(document.title, 300);
    write(key, live);
    deliver(key, live);
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
      if (saved.revision > saved.delivered) deliver(other, saved);
      else if (isOver(saved)) remove(other);
    }
  };

  /**
   * Continues the page's session in storage. Begins a new one if there is none or it has ended, or if from now on the
   * visit is left out or no longer is.
   */
  const start = () => {
    if (!target) return;
    leftOut = leftOutAs();
    live = read(key);
    if (!live || isOver(live) || live.beacon.leftOut !== leftOut) {
      if (live) write(`${key}:${live.beacon.analyticsSessionId}`, live);
      live = {
        beacon: newBeacon(target, referrer, leftOut),
        // Its age is 0 until the first `note`.
        at: Infinity,
        revision: 0,
        // The beacon of a visit that is left out is sent once and not again: it is only counted.
        delivered: leftOut ? 1e9 : 0,
      };
      if (leftOut) post(endpoint, apiKey, live);
    }
    lastTick = lastInput = clock();
    begun = lastTick - ageOf(live);
    seen = isVisible();
    // The collector must soon know of a session. What it has answered once may wait.
    due = lastTick + (live.delivered ? heartbeat : firstBeacon);
    note(() => {});
    if (leftOut) live = undefined;
    if (seen) flush();
  };

  /** The visitor did something. This begins a new session if the last one has ended. */
  const touch = (event?: Event) => {
    if (!live) return;
    if (isOver(live)) start();
    // A pause ends here. The time before the pause counts, the pause itself does not.
    if (clock() - lastInput > attention) tick();
    lastInput = clock();
    if (event?.isTrusted && !live?.beacon.hasInput) {
      note((beacon) => {
        beacon.hasInput = true;
      });
    }
  };

  /**
   * Measures the scroll depth after the page has loaded. Before that a page is short, and would seem read to its end.
   */
  const look = () => {
    if (!live || !seen) return;
    if (document.readyState !== 'complete' && clock() < loading) return;
    const { scrollHeight } = document.scrollingElement ?? document.documentElement;
    const depth = Math.min(100, Math.round(((scrollY + innerHeight) / scrollHeight) * 100));
    if (depth > live.beacon.maxScrollDepthPercentage) {
      note((beacon) => {
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
    leave();
    if (target) measured.delete(key);
    target = undefined;
  };

  const retry = () => {
    send();
    flush();
  };

  on('click input keydown pointerdown pointermove wheel', touch);
  // Boxes inside the page may scroll too.
  on('scroll', ({ target: scrolled }) => {
    if (scrolled === document) {
      // A script may have scrolled it: this is not input.
      touch();
      look();
    }
  });
  // A page that is shown may be new, or come back from the back/forward cache.
  on('visibilitychange pageshow hashchange', () => {
    if (!isVisible()) leave();
    else if (!live || leftOutAs() !== leftOut) start();
  });
  on('pagehide', leave);
  on('online', retry);
  setInterval(
    safely(() => {
      tick();
      look();
      if (lastTick >= due) retry();
    }),
    1000,
  );

  return {
    stop,
    /** Adds an event to the totals. They are sent at once if it is urgent, or if a hidden page could be closed. */
    record(change: (beacon: Beacon) => void, isUrgent?: boolean): void {
      if (live) touch();
      else start();
      note(change);
      if (!seen) leave();
      else if (isUrgent) send();
    },
    page(next: Target): void {
      const nextKey = keyOf(apiKey, next.page, next.audience);
      stop();
      if (measured.has(nextKey)) return;
      measured.add(nextKey);
      // In a single-page app, the website that led here has led to the first page.
      referrer = key ? undefined : referrerHost();
      key = nextKey;
      target = next;
      if (isVisible()) start();
    },
  };
}
