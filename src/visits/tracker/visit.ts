import type { FormSubmit, Identifiers, Target } from './beacon.ts';
import { newId } from './beacon.ts';
import { fieldsOf, identifiersAmong } from './identifiers.ts';
import { keyOf } from './storage.ts';
import { createTracker } from './tracker.ts';

/**
 * `window.footfall`: functions for what the page knows and its markup does not show. They do nothing under Do Not
 * Track.
 */
export interface Footfall {
  /** Counts a question that the visitor asked. */
  question: () => void;
  conversion: () => void;
  /** Counts a form that the page submits itself, without a submit event. */
  submit: (what: HTMLFormElement | Identifiers) => void;
  /** Stops measuring this page, and begins or continues the session of another. */
  page: (target: Target) => void;
  /** Sends the totals and stops measuring. */
  stop: () => void;
  /** The keys of the pages that are measured in this document. */
  measured: Set<string>;
}

declare global {
  interface Window {
    footfall?: Footfall;
  }
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

const clickable =
  'a,button,summary,[role=button],[type=submit],[type=button],[type=image],[data-footfall-click]';

/** A function that never throws into the page. */
const safely =
  <A extends unknown[]>(run: (...args: A) => void) =>
  (...args: A): void => {
    try {
      run(...args);
    } catch {
      // An event that cannot be measured is ignored.
    }
  };

/** Listens before the page's own listeners, which may stop an event. */
const on = (types: string, run: (event: CustomEvent) => void) => {
  for (const type of types.split(' '))
    addEventListener(type, safely(run) as EventListener, { capture: true, passive: true });
};

// The functions raise events, which the trackers of all script tags receive.
const raise = (name: string) => (detail?: unknown) => {
  dispatchEvent(new CustomEvent(`footfall:${name}`, { detail }));
};

const hasIdentifier = ({ email, phone, linkedin }: Identifiers) => email || phone || linkedin;

safely(() => {
  const script = document.currentScript ?? document.querySelector('script[data-key][src*="/visit.js"]');
  const isFirst = !window.footfall;
  window.footfall ??= {
    question: raise('question'),
    conversion: raise('conversion'),
    submit: raise('submit'),
    page: raise('page'),
    stop: raise('stop'),
    measured: new Set(),
  };
  const { measured } = window.footfall;
  if (!(script instanceof HTMLScriptElement)) return;
  const { key = '', page, audience } = script.dataset;
  if (navigator.doNotTrack === '1' || navigator.globalPrivacyControl) return;
  if (page && measured.has(keyOf(key, page, audience))) return;

  const tracker = createTracker(new URL('/v0/visits', script.src).href, key, measured);
  const { record } = tracker;
  const conversion = () =>
    record((beacon) => {
      beacon.hasConversion = true;
    }, 0);
  const submit = (what: HTMLFormElement | Identifiers) =>
    record((beacon) => {
      const fields =
        what instanceof HTMLFormElement
          ? fieldsOf(what)
          : Object.entries(what ?? {}).map(([name, value]) => ({ name, value }));
      const next: FormSubmit = { formSubmissionId: newId(), ...identifiersAmong(fields) };
      const first = beacon.formSubmit ?? next;
      beacon.formSubmit = hasIdentifier(first) ? first : next;
    }, 0);

  on('click', (event) => {
    const clicks = (selector: string) =>
      event.isTrusted &&
      event.composedPath().some((node) => node instanceof Element && node.matches(selector));
    if (clicks(clickable)) {
      record((beacon) => {
        beacon.clicksCount++;
      });
    }
    if (clicks('[data-footfall-conversion]')) conversion();
  });
  on('submit', ({ target }) => submit(target as HTMLFormElement));
  on('footfall:question', () =>
    record((beacon) => {
      beacon.questionsAskedCount++;
    }),
  );
  on('footfall:conversion', conversion);
  on('footfall:submit', ({ detail }) => submit(detail));
  // In a single-page app only the page of the first script tag changes.
  if (isFirst) on('footfall:page', ({ detail }) => tracker.page(detail));
  on('footfall:stop', tracker.stop);
  on('input keydown pointerdown pointermove wheel', tracker.touch);
  // Boxes inside the page may scroll too.
  on('scroll', ({ target }) => {
    if (target === document) {
      tracker.touch();
      tracker.look();
    }
  });
  on('visibilitychange', tracker.turn);
  on('online', tracker.retry);
  on('pagehide', tracker.leave);
  on('pageshow', (event) => {
    if ((event as Event as PageTransitionEvent).persisted) tracker.start();
  });
  setInterval(safely(tracker.beat), 1000);
  if (page) tracker.page({ page, audience });
})();
