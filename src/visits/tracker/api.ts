import type { Identifiers, Target } from './beacon.ts';

/** What a page passes of a form: who sent it, and fields that the script tag may have opted in. */
export type Submitted = Identifiers & Record<string, unknown>;

/** `window.footfall`: functions for what the page knows beyond its markup. They do nothing under Do Not Track. */
export interface Footfall {
  /** Counts a question that the visitor asked. */
  question: () => void;
  conversion: () => void;
  /** Counts a form that the page submits itself, without a submit event. */
  submit: (what: HTMLFormElement | Submitted) => void;
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

/** `window.footfall`, unless it is a variable of the page. What is no own property is an element with that name. */
export const api: Footfall = Object(Object.getOwnPropertyDescriptor(window, 'footfall')?.value);
/** Whether this is the first script tag of the document. */
export const isFirst = !api.measured;
api.measured ??= new Set();
window.footfall = api;
