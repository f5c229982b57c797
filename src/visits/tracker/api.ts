import type { Identifiers, Target } from './beacon.ts';

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

/**
 * `window.footfall`. A variable of the page stays what it is. What is no property of the window's own is an element or a
 * frame with that name.
 */
export const api: Footfall = Object(Object.getOwnPropertyDescriptor(window, 'footfall')?.value);
/** Whether this is the first script tag of the document. */
export const isFirst = !api.measured;
api.measured ??= new Set();
window.footfall = api;
