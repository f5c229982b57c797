import { api, type Footfall, isFirst, type Submitted } from './api.ts';
import type { FormSubmit, Target } from './beacon.ts';
import { newId } from './beacon.ts';
import { matches, propertyOf } from './browser.ts';
import { on } from './events.ts';
import { fieldsOf, isLine, valuesOf } from './fields.ts';
import { identifiersAmong } from './identifiers.ts';
import { footfallFields, shown } from './tag.ts';
import { listen, measure, record, stop } from './tracker.ts';

const isPrivate = navigator.doNotTrack === '1' || navigator.globalPrivacyControl;

/** A function of the page. It raises an event, which the trackers of all script tags receive. */
function offer<Name extends 'question' | 'conversion' | 'submit' | 'page' | 'stop'>(
  name: Name,
  run: Footfall[Name],
) {
  api[name] = (detail?: unknown) => {
    dispatchEvent(new CustomEvent(`footfall:${name}`, { detail }));
  };
  if (!isPrivate) on(`footfall:${name}`, ({ detail }) => run(detail));
}

const conversion = () =>
  record((beacon) => {
    beacon.hasConversion = true;
  }, true);
/** Whether a form has an identifier of its sender beside its id. */
const isNamed = (form?: FormSubmit) => /:.*:/.test(JSON.stringify(form));
const submit = (what: HTMLFormElement | Submitted) =>
  record((beacon) => {
    if (isNamed(beacon.formSubmit)) return;
    const fields = fieldsOf(what);
    beacon.formSubmit = { formSubmissionId: newId(), ...identifiersAmong(fields.filter(isLine)) };
    const own = what instanceof HTMLFormElement ? propertyOf(HTMLElement, what, 'dataset') : undefined;
    const names = own?.footfallFields ?? footfallFields;
    // A form without a sender becomes no log.
    if (names && isNamed(beacon.formSubmit)) beacon.formSubmit.fields = valuesOf(names, fields);
  }, true);

offer('question', () =>
  record((beacon) => {
    beacon.questionsAskedCount++;
  }),
);
offer('conversion', conversion);
offer('submit', submit);
// In a single-page app only the page of the first script tag changes.
offer('page', isFirst ? measure : () => {});
offer('stop', stop);

if (!isPrivate) {
  listen();
  on('click auxclick', (event) => {
    const path = event.composedPath();
    const clicks = (selector: string) => path.some((node) => matches(node, selector));
    // The middle button opens links in another tab, and does nothing else.
    if (!event.isTrusted || event.button > 1 || (event.button && !clicks('a,area'))) return;
    if (
      clicks(
        'a,area,button,summary,[role=button],[type=submit],[type=button],[type=image],[data-footfall-click]',
      )
    ) {
      record((beacon) => {
        beacon.clicksCount++;
      });
    }
    if (clicks('[data-footfall-action]')) {
      record((beacon) => {
        beacon.hasActionClick = true;
      });
    }
    if (clicks('[data-footfall-conversion]')) conversion();
  });
  on('submit', ({ target, submitter }) => {
    const form = target as HTMLFormElement;
    // The method `dialog` sends nothing, and only closes the dialog.
    const method =
      (submitter as HTMLButtonElement | null)?.formMethod || propertyOf(HTMLFormElement, form, 'method');
    if (method !== 'dialog') submit(form);
  });
  if (shown.page) measure(shown as Target);
}
