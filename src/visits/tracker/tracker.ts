import { longestSession } from '../../analytics/lifetime.ts';
import { api } from './api.ts';
import { type Beacon, leftOutAs, newBeacon, referrerHost, type Target, textOf } from './beacon.ts';
import { ofDocument } from './browser.ts';
import { listenWithin, on, safely } from './events.ts';
import { foundFields } from './found.ts';
import { depthOf, scrollBox } from './scroll.ts';
import { ageOf, isOver, keyOf, keys, post, read, remove, type Saved, write } from './storage.ts';
import { attention, firstBeacon, heartbeat, loading, longestTick, patience, retryAfter } from './times.ts';

const clock = () => window.performance.now();
const isVisible = () => !ofDocument('hidden');

// Each script tag runs this file with variables of its own, and measures one page at a time. Times are milliseconds of
// performance.now, which is not affected by changes of the clock.
let target: Target | undefined;
let key = '';
let referrer: string | undefined;
let leftOut: ReturnType<typeof leftOutAs>;
let live: Saved | undefined;
let begun = 0;
let lastTick = 0;
let lastInput = 0;
let due = 0;
let seen = false;
let box: Element | undefined;

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
  // A session that began too long ago would be refused.
  const isAnswered = ageOf(saved) > longestSession || (await post(saved));
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
  live.beacon.pageTitle ??= textOf(ofDocument('title'), 300);
  live.beacon.foundFields = live.delivered ? undefined : foundFields();
  write(key, live);
  deliver(key, live);
};

/** Sends unsent totals of ended sessions and of other pages, and removes what is delivered and has ended. */
const flush = () => {
  for (const other of keys()) {
    const saved = read(other);
    // A visible page is sent by its own tracker.
    if (!saved || (api.measured.has(other) && isVisible())) continue;
    if (saved.revision > saved.delivered) deliver(other, saved);
    else if (isOver(saved)) remove(other);
  }
};

/** Continues the session in storage. Begins one if none is left, or if the visit is now excluded, or no longer. */
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
      // The beacon of an excluded visit is sent once and not again: it is only counted.
      delivered: leftOut ? 1e9 : 0,
    };
    if (leftOut) post(live);
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
  listenWithin(event);
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
 * Measures the scroll depth after the page has loaded. Before that a page is short, and would seem read to its end. An
 * app may be short for longer, so a page that is shown without scrolling counts as seen after a while.
 */
const look = (isLast?: boolean) => {
  if (!live || !seen) return;
  if (ofDocument('readyState') !== 'complete' && clock() < loading) return;
  box ??= scrollBox();
  const depth = depthOf(box);
  if (depth > 99 && !(box.scrollTop || isLast || clock() - begun > patience)) return;
  if (depth > live.beacon.maxScrollDepthPercentage) {
    note((beacon) => {
      beacon.maxScrollDepthPercentage = depth;
    });
  }
};

/** The page is hidden. If it is shown again, it continues from storage. */
const leave = () => {
  look(true);
  send();
  live = undefined;
};

/** Sends the totals and stops measuring. */
export const stop = () => {
  leave();
  if (target) api.measured.delete(key);
  target = undefined;
};

const retry = () => {
  send();
  flush();
};

/** Adds an event to the totals. They are sent at once if it is urgent, or if a hidden page could be closed. */
export const record = (change: (beacon: Beacon) => void, isUrgent?: boolean): void => {
  if (live) touch();
  else start();
  note(change);
  if (!seen) leave();
  else if (isUrgent) send();
};

/** Measures another page from now on. */
export const measure = (next: Target): void => {
  const nextKey = keyOf(next);
  stop();
  if (api.measured.has(nextKey)) return;
  api.measured.add(nextKey);
  // In a single-page app, the website that led here has led to the first page.
  referrer = key ? undefined : referrerHost();
  key = nextKey;
  target = next;
  if (isVisible()) start();
};

/** Begins to listen. */
export const listen = (): void => {
  on('click input keydown pointerdown pointermove wheel', touch);
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
      box = undefined;
      look();
      if (lastTick >= due) retry();
    }),
    1000,
  );
  on('scroll', ({ target: scrolled }) => {
    if (scrolled !== document && scrolled !== box) return;
    // A script may have scrolled it: this is not input.
    touch();
    look();
  });
};
