import { isFreeMail } from './free-mail.ts';

/** Trimmed, lower-cased and NFC, as e-mail addresses are compared here. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** The company domain of a normalised e-mail address; null for a free-mail provider. */
export function companyDomain(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return isFreeMail(domain) ? null : domain;
}

/** Lower-cased host without scheme, path, port, `www.` and trailing dot: `https://www.Acme.com/x` is `acme.com`. */
export function normaliseDomain(domain: string): string {
  const host = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#:].*$/s, '');
  return host.replace(/^www\.(?=.)/, '').replace(/\.$/, '');
}

function webUrl(text: string): URL | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  return url && url.hostname !== '' && url.username === '' && /^https?:$/.test(url.protocol)
    ? url
    : undefined;
}

/**
 * The one spelling of a profile address: `https://www.linkedin.com/in/anna` for that page under any scheme,
 * `www.` or country host, with or without query and trailing slash, in any case, and for the bare handle.
 * Undefined when the text is no web address.
 */
export function normaliseLinkedinProfileUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[\p{L}\p{N}_-]+$/u.test(trimmed))
    return `https://www.linkedin.com/in/${encodeURI(trimmed.toLowerCase())}`;
  if (/\s|^[a-z][a-z0-9+.-]*:(?!\/\/)/i.test(trimmed)) return undefined;
  const url = webUrl(trimmed.startsWith('in/') ? `www.linkedin.com/${trimmed}` : trimmed);
  if (!url) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  if (/(^|\.)linkedin\.com$/.test(url.hostname)) return `https://www.linkedin.com${path.toLowerCase()}`;
  return `https://${url.host}${path}`;
}
