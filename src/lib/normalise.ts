import { isFreeMail } from './free-mail.ts';

/** Trimmed, lower-cased, NFC and without dots at the end, as e-mail addresses are compared here. */
export const normaliseEmail = (email: string): string =>
  email.trim().toLowerCase().normalize('NFC').replace(/\.+$/, '');

/** The company domain of a normalised e-mail address; null for a free-mail provider. */
export function companyDomain(email: string): string | null {
  const domain = normaliseDomain(email.slice(email.lastIndexOf('@') + 1));
  return isFreeMail(domain) ? null : domain;
}

/** Lower-cased host without scheme, user, path, port and trailing dot. */
const hostOf = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?/, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');

/** The host of an address without `www.`: `https://www.Acme.com/x` is `acme.com`. */
export const normaliseDomain = (address: string): string => hostOf(address).replace(/^(?:www\.)+(?=.)/, '');

/** The host of an address as DNS has it: `https://Www.Müller.example/x` is `www.xn--mller-kva.example`. */
export const normaliseHost = (address: string): string =>
  URL.parse(`https://${hostOf(address)}`)?.hostname ?? hostOf(address);

/** A path with each segment lower-cased, NFC and percent-encoded in one way (RFC 3986, 6.2.2). */
function normalisePath(path: string): string {
  const segments = path.replace(/\/+$/, '').split('/');
  try {
    return segments
      .map((s) => encodeURIComponent(decodeURIComponent(s).toLowerCase().normalize('NFC')))
      .join('/');
  } catch {
    return segments.join('/').toLowerCase();
  }
}

/** A web address, its scheme left out or not; undefined for another scheme and for what is no address. */
function webUrl(text: string): URL | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/|^([a-z][a-z0-9+-]*):/i.exec(text);
  const name = (scheme?.[1] ?? scheme?.[2])?.toLowerCase();
  if (/\s/.test(text) || (name !== undefined && name !== 'http' && name !== 'https')) return undefined;
  const url = URL.parse(name === undefined ? `https://${text}` : text);
  return url && url.username === '' ? url : undefined;
}

/**
 * The one spelling of a profile address: `https://www.linkedin.com/in/anna` for that page under any scheme,
 * `www.` or country host, with or without query and trailing slash, in any case, and for the bare handle.
 * Undefined when the text is no web address.
 */
export function normaliseLinkedinProfileUrl(text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC');
  const handle = /^(?:@|\/?in\/)?([\p{L}\p{N}_-]+)$/iu.exec(trimmed)?.[1];
  const url = webUrl(handle === undefined ? trimmed : `www.linkedin.com/in/${handle}`);
  if (!url?.hostname.includes('.')) return undefined;
  if (!/(^|\.)linkedin\.com$/.test(url.hostname))
    return `https://${url.host}${url.pathname.replace(/\/+$/, '')}`;
  const path = normalisePath(url.pathname);
  // The site itself names nobody: all who paste it would become one person.
  if (!/^\/[^/]+\/./.test(path)) return undefined;
  // A profile has sub-pages and languages: /in/anna/details/experience, /in/anna/en.
  const page = /^\/(?:in|pub)\/[^/]+/.exec(path)?.[0] ?? path;
  return `https://www.linkedin.com${page}`;
}
