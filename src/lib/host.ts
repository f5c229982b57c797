/** Full-width and half-width characters as plain ones: `ａｃｍｅ．ｅｘａｍｐｌｅ` is `acme.example`. */
export const foldWidth = (text: string): string =>
  text.replace(/[\uff00-\uffef]+/g, (wide) => wide.normalize('NFKC')).replaceAll('\u3002', '.');

/** Punctuation that no host has. IDNA allows four signs within a word (RFC 5892, A.3 to A.7). */
const foreign = /[^\P{P}\-.\xb7\u05f3\u05f4\u30fb]|[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** Names that IDNA leaves as they are, so that nothing has to parse them: `acme.example`. */
const plainName = /^(?!.*xn--)(?:[a-z0-9\-]+\.)+[a-z][a-z0-9\-]*$/v;

/** A host name or an IP address in the form of DNS (IDNA): `Müller.example.` is `xn--mller-kva.example`. */
export function toHost(text: string): string | undefined {
  if (plainName.test(text)) return text;
  const folded = foldWidth(text);
  const isIPv6 = /^\[[\da-f:.]+\]$/i.test(folded);
  if (!isIPv6 && foreign.test(folded.replaceAll('_', ''))) return undefined;
  return URL.parse(`https://${folded}`)?.hostname.replace(/\.$/, '');
}

/** Hosts as browsers have them: intranets have one label or an IP address, and some names end in a hyphen or have `_`. */
const anyHost = /^(?:[\da-z_][\da-z_\-]{0,62}(?:\.[\da-z_][\da-z_\-]{0,62})*|\[[\da-f:]+\])$/v;

/** Whether a host in the form of DNS is one that a browser opens. */
export const isHost = (host: string): boolean => host.length <= 255 && anyHost.test(host);

/** A host on the internet (RFC 1123, 2.1): two labels or more, of letters, digits and hyphens. Not an IP address. */
export const fullName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9\-]{0,61}[a-z0-9]$/v;

/** The host name of an email, a company or a link, in the form of DNS. Undefined unless it is a full name. */
export function hostName(text: string): string | undefined {
  const host = toHost(text);
  return host !== undefined && fullName.test(host) ? host : undefined;
}

/**
 * A host without `www.`, where a name remains that somebody can register: `www.acme.com` is `acme.com`, and `www.com` and
 * `www.co.uk` stay. The usual second levels of countries stand for a public suffix list, which is larger than the Worker.
 */
export const withoutWww = (host: string): string =>
  host.replace(
    /^(?:www\.)+(?=[^.]+\.)(?!(?:com?|org?|net?|gov?|edu|ac|gob|gouv|gv|mil|ltd|plc|sch)\.[a-z]{2}$)/,
    '',
  );

/** The host of an address: no scheme, user, path and port. */
export const hostOf = (address: string): string =>
  foldWidth(address)
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\@]*@)?/i, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/:\d*$/, '');

/**
 * The origin of a website as browsers send it (RFC 6454, 6.2): `HTTPS://Shop.Müller.example:443/` is
 * `https://shop.xn--mller-kva.example`. Undefined for a text that has a path, or is no address of a website.
 */
export function normaliseOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[^\/?#@\\\s]+\/?$/iv.test(text)) return undefined;
  const url = URL.parse(text);
  return url && isHost(url.hostname) ? url.origin : undefined;
}
