import type { FormSubmit, Identifiers, Target } from './beacon.ts';
import { newId } from './beacon.ts';
import { fieldsOf, identifiersAmong } from './identifiers.ts';
import { keyOf } from './storage.ts';
import { createTracker } from './tracker.ts';

/** `window.footfall`, for what the page knows better than its markup. It does nothing under Do Not Track. */
export interface Footfall {
  /** Counts a question asked. */
  question: () => void;
  conversion: () => void;
  /** A form submit that the page handles itself, without a submit event. */
  submit: (what: HTMLFormElement | Identifiers) => void;
  /** Ends this page's measuring and begins, or goes on with, another's. */
  page: (target: Target) => void;
  /** Sends what there is and measures no more. */
  stop: () => void;
  /** The pages that are measured in this document, by their keys. */
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
      // What cannot be measured is left out.
    }
  };

/** Listens ahead of the page's own listeners, which may stop an event. */
const on = (types: string, run: (event: CustomEvent) => void) => {
  for (const type of types.split(' '))
    addEventListener(type, safely(run) as EventListener, { capture: true, passive: true });
};

// The functions raise events, which every tag's tracker hears.
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
  // The first tag's page is the one that moves along with a single-page app.
  if (isFirst) on('footfall:page', ({ detail }) => tracker.page(detail));
  on('footfall:stop', tracker.stop);
  on('input keydown pointerdown pointermove wheel', tracker.touch);
  // Boxes inside the page may scroll by themselves.
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
