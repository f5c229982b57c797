import { longestReport } from '../beacons/limits.ts';
import { textOf } from './beacon.ts';
import { ofDocument } from './browser.ts';

/** The names of fields that the page marks with `data-footfall`, separated by commas. On a form it is no name. */
export function foundFields(): string | undefined {
  const marked = ofDocument('querySelectorAll').call(document, '[data-footfall]:not(form)');
  const names = [...marked].map((element) => element.getAttribute('data-footfall') as string);
  return textOf([...new Set(names.filter((name) => /^[\w-]+$/.test(name)))].join(), longestReport);
}
