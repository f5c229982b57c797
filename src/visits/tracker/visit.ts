import type { FormSubmit, Identifiers, Target } from './beacon.ts';
import { newId } from './beacon.ts';
import { on, safely } from './events.ts';
import { fieldsOf, identifiersAmong } from './identifiers.ts';
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

// The functions raise events, which the trackers of all script tags receive.
const raise = (name: string) => (detail?: unknown) => {
  dispatchEvent(new CustomEvent(`footfall:${name}`, { detail }));
};

safely(() => {
  // A module has no current script.
  const script = (document.currentScript ?? document.querySelector('script[data-key]')) as HTMLScriptElement;
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
  const { key = '', page, audience, collector } = script.dataset;
  if (navigator.doNotTrack === '1' || navigator.globalPrivacyControl) return;

  const tracker = createTracker(new URL(collector || '/v0/visits', script.src), key, measured);
  const { record } = tracker;
  const conversion = () =>
    record((beacon) => {
      beacon.hasConversion = true;
    }, true);
  const submit = (what: HTMLFormElement | Identifiers) =>
    record((beacon) => {
      const fields =
        what instanceof HTMLFormElement
          ? fieldsOf(what)
          : Object.entries(what ?? {}).map(([name, value]) => ({ name, value }));
      const next: FormSubmit = { formSubmissionId: newId(), ...identifiersAmong(fields) };
      const { email, phone, linkedin }: Identifiers = beacon.formSubmit ?? {};
      if (!(email || phone || linkedin)) beacon.formSubmit = next;
    }, true);

  on('click', (event) => {
    const clicks = (selector: string) =>
      event.isTrusted && event.composedPath().some((node) => (node as Partial<Element>).matches?.(selector));
    if (
      clicks('a,button,summary,[role=button],[type=submit],[type=button],[type=image],[data-footfall-click]')
    ) {
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
  if (page) tracker.page({ page, audience });
})();
