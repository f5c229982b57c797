import type { Target } from './beacon.ts';
import { ofDocument } from './browser.ts';

/** The script tag of this file. A module has no current script. */
const script = (ofDocument('currentScript') ??
  document.querySelector('script[data-key]')) as HTMLScriptElement;

/** `footfallFields` are the fields of forms that have no such attribute of their own, `shown` what the page shows. */
export const {
  key: apiKey = '',
  footfallFields,
  ...shown
} = script.dataset as Partial<Target & Record<'key' | 'footfallFields', string>>;

/** The address of the collector. A page may have put its own text into `window.URL`, of which this is an alias. */
export const endpoint = new webkitURL(script.dataset.collector || '/v0/visits', script.src);
