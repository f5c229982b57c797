import { domainToUnicode } from 'node:url';
import { foldWidth, hostName, hostOf, toHost, withoutWww } from './host.ts';
import { hasTemplate, isFiller, isNothing } from './nothing.ts';

/** An email address as it was normalised until 28 November 2026, which old requests are compared by. */
export const earlierEmail = (email: string): string =>
  email.trim().toLowerCase().normalize('NFC').replace(/\.+$/, '');

/** The full name of a host in letters: `xn--bcher-kva.example` is `bücher.example`. Undefined for text that is none. */
export function hostInLetters(text: string): string | undefined {
  const host = hostName(text);
  return host?.includes('xn--') ? domainToUnicode(host) || host : host;
}

/** Emails that are written as they are compared, which most are. */
const plainEmail = /^(?!.*xn--)[a-z0-9_+\-]+(?:\.[a-z0-9_+\-]+)*@(?:[a-z0-9\-]+\.)+[a-z][a-z0-9\-]*$/v;

/** An email as it is compared: trimmed, without `mailto:`, lower-cased, NFC, with its host in letters if it has one. */
export function normaliseEmail(email: string): string {
  if (plainEmail.test(email)) return email;
  const folded = earlierEmail(foldWidth(email));
  const address = folded.replace(/^(?:mailto:[\s/]*)+/, '');
  // `mailto:` may bring fields: ?subject=…
  const text = address === folded ? folded : address.replace(/\?.*$/s, '').replace(/\.+$/, '');
  const host = text.lastIndexOf('@') + 1;
  return text.slice(0, host) + (hostInLetters(text.slice(host)) ?? text.slice(host));
}

/** The domain of a normalised e-mail address. */
export const domainOfEmail = (email: string): string => withoutWww(email.slice(email.lastIndexOf('@') + 1));

/** The host of an address as DNS has it: `https://Www.Müller.example/x` is `www.xn--mller-kva.example`. */
export const normaliseHost = (address: string): string => toHost(hostOf(address)) ?? hostOf(address);

/** The host of an address in letters, without `www.`: `https://www.Acme.com/x` is `acme.com`. */
export const normaliseDomain = (address: string): string =>
  withoutWww(hostInLetters(hostOf(address)) ?? hostOf(address));

/** A domain as it was normalised until 28 November 2026, which old requests are compared by. */
export const earlierDomain = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?/, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^(?:www\.)+(?=.)/, '');

/** Whether a side of an email is a template that nobody has filled in. */
export const isTemplate = (email: string): boolean =>
  /[{}<%*[]/.test(email) && email.split('@').some(hasTemplate);

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
  if (isNothing(text)) return true;
  const email = normaliseEmail(text);
  const [, local = '', label = ''] = /^(.*)@([^.]*)/s.exec(email) ?? [];
  return (email !== text && isNothing(email)) || (isNoSide(local) && isNoSide(label));
}
