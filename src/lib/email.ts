import { hostName } from './host.ts';
import { normaliseEmail } from './normalise.ts';
import { hasTemplate, isFiller, isNothing } from './nothing.ts';

/** Whether a side of an email is a template that nobody has filled in. */
export const isTemplate = (email: string): boolean => email.split('@').some(hasTemplate);

/** Whether a normalised text is an email: one `@`, text before that is no template, and the full name of a host. */
export const isEmail = (email: string): boolean =>
  /^[^\s@]+@[^@]+$/v.test(email) &&
  !isTemplate(email) &&
  hostName(email.slice(email.indexOf('@') + 1)) !== undefined;

/** Whether one side of an email is a placeholder; `test1` is as `test`. */
const isNoSide = (side: string) => isNothing(side) || isFiller(side.replace(/\d+$/, ''));

/**
 * Whether a text stands for no email: also `none@none.com`, `keine@keine.de` and `test@example.com`, which forms get that
 * insist on one. One side alone may be of somebody: `test@acme.example`, `anna@test.de`.
 */
export function isNoEmail(text: string): boolean {
  const email = normaliseEmail(text);
  const [, local = '', label = ''] = /^(.*)@([^.]*)/s.exec(email) ?? [];
  return isNothing(text) || isNothing(email) || (isNoSide(local) && isNoSide(label));
}
