import { longestValues, mostFields, secretField, withoutCardNumbers } from '../../lib/form-fields.ts';
import type { Submitted } from './api.ts';
import { matches, propertyOf } from './browser.ts';

/** A field of a form, or what the page itself passes. */
export interface Field {
  name: string;
  value: unknown;
  type: string;
  autocomplete?: string;
  checked?: boolean;
}

/** The fields of a form, if it has opted in. */
const elementsOf = (form: HTMLFormElement): Field[] =>
  matches(form, '[data-footfall],[data-footfall-fields]')
    ? ([...propertyOf(HTMLFormElement, form, 'elements')] as HTMLInputElement[])
    : [];

/** What is read of a form: nothing hidden, secret or switched off, no files and no buttons. */
export const fieldsOf = (what: HTMLFormElement | Submitted): Field[] =>
  (what instanceof HTMLFormElement
    ? elementsOf(what)
    : Object.entries(what ?? {}).map(([name, value]): Field => ({ name, value, type: 'text' }))
  ).filter(
    (field) =>
      !matches(field, ':disabled') &&
      /^(text|email|tel|url|search|number|date|month|week|time|select-one|(checkbox|radio)true)/.test(
        field.type + field.checked,
      ) &&
      !secretField.test([field.name, field.autocomplete].join()),
  );

/** Whether a field is of one line of text: no other holds an identifier. */
export const isLine = ({ type }: Field): boolean => /^(text|email|tel|url|search)$/.test(type);

/** The values of the fields with these names, in their order. What has no room is cut, and says so by an ellipsis. */
export function valuesOf(names: string, fields: Field[]): Record<string, string | undefined> {
  let room = longestValues - mostFields;
  const values: Record<string, string | undefined> = {};
  for (const name of names.match(/\S+/g) ?? []) {
    const all = fields.filter((field) => field.name === name && field.value).map(({ value }) => value);
    const text = [...withoutCardNumbers(all.join(', ').trim())];
    values[name] = text.slice(0, room).join('') + (text[room] ? '…' : '') || undefined;
    room = Math.max(0, room - text.length);
  }
  return values;
}
