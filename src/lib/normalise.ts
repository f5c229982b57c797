/** Trimmed, lower-cased, NFC and without dots at the end, as e-mail addresses are compared here. */
export const normaliseEmail = (email: string): string =>
  email.trim().toLowerCase().normalize('NFC').replace(/\.+$/, '');

/** The domain of a normalised e-mail address. */
export const domainOfEmail = (email: string): string =>
  normaliseDomain(email.slice(email.lastIndexOf('@') + 1));

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

/** The host of an address in the form of DNS: `https://Www.Müller.example/x` is `www.xn--mller-kva.example`. */
export const normaliseHost = (address: string): string =>
  URL.parse(`https://${hostOf(address)}`)?.hostname ?? hostOf(address);

/** Host names and IPv4 addresses, and IPv6 addresses in brackets, as a URL has them. */
const originHost = /^(?:[a-z0-9_](?:[a-z0-9_\-]{0,61}[a-z0-9_])?(?:\.(?!$)|$))+$|^\[[0-9a-f:]+\]$/v;

/**
 * The origin of a website as browsers send it (RFC 6454, 6.2): `HTTPS://Shop.Müller.example:443/` is
 * `https://shop.xn--mller-kva.example`. Undefined for a text that has a path, or is no address of a website.
 */
export function normaliseOrigin(text: string): string | undefined {
  if (!/^https?:\/\/[^\/?#@\\\s]+\/?$/iv.test(text)) return undefined;
  const url = URL.parse(text);
  return url && url.hostname.length <= 253 && originHost.test(url.hostname) ? url.origin : undefined;
}

/** A path segment in NFC with uniform percent-encoding (RFC 3986, 6.2.2). One that is not UTF-8 stays as it is. */
function normaliseSegment(segment: string, change = (text: string) => text): string {
  try {
    return encodeURIComponent(change(decodeURIComponent(segment)).normalize('NFC'));
  } catch {
    return change(segment);
  }
}

/**
 * Parses a web address, with or without a scheme. Undefined for another scheme, and for text that is not an address.
 */
function webUrl(text: string): URL | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/|^([a-z][a-z0-9+-]*):/i.exec(text);
  const name = (scheme?.[1] ?? scheme?.[2])?.toLowerCase();
  if (/\s/.test(text) || (name !== undefined && name !== 'http' && name !== 'https')) return undefined;
  const url = URL.parse(name === undefined ? `https://${text}` : text);
  return url?.username === '' && url.password === '' ? url : undefined;
}

/** Query parameters that say where a visitor came from: common ones, and those of LinkedIn. */
const campaign = /^utm_/i;
const tracking =
  /^(?:utm_.*|trk.*|trackingid|refid|lipi|midtoken|midsig|eid|otptoken|originalsubdomain|_l)$/i;

/** The query of a URL without the parameters whose names match `unwanted`. The others keep their text and order. */
function queryWithout(url: URL, unwanted: RegExp): string {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !unwanted.test(parameter.replace(/=.*$/s, '')));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/**
 * The address of a profile on another website. Its query is kept, and so is a fragment that is a route (`#/anna`,
 * `#!/anna`), because either may identify the profile. Undefined when the host is not a host name without its dots at
 * the end: `..`, `a.1..`.
 */
function otherProfile(url: URL): string | undefined {
  const route = url.hash.replace(/\/+$/, '');
  // Parsed again as https: the default port of http is not the default port of https.
  const address = URL.parse(`https://${url.hostname.replace(/\.+$/, '')}${url.port && `:${url.port}`}`);
  if (!address?.hostname.includes('.')) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  return `https://${address.host}${path}${queryWithout(url, campaign)}${/^#[!/]./.test(route) ? route : ''}`;
}

const linkedin = 'https://www.linkedin.com';
/** linkedin.com and its hosts for countries and phones. Other hosts below linkedin.com are other websites. */
const linkedinHost = /^(?:(?:www|m|touch|mobile|[a-z]{2}(?:-[a-z]{2})?)\.)*linkedin\.com\.?$/;

/** The path and query that identify a profile on linkedin.com. Undefined for a page that is not a profile. */
function linkedinPath(url: URL): string | undefined {
  const segments = url.pathname
    .split('/')
    .filter(Boolean)
    .map((segment) => normaliseSegment(segment));
  // Prefixes that the mobile site and links in emails add.
  const path = segments.join('/').replace(/^(?:mwlite|comm)\/(?:profile\/)?(?=(?:in|pub)\/)/i, '');
  // A profile has sub-pages and languages: /in/anna/details/experience, /in/anna/en.
  const handle = /^in\/([^/]+)/i.exec(path)?.[1];
  // /in/me is each reader's own profile.
  if (handle !== undefined) return /^me$/i.test(handle) ? undefined : `/in/${handle}`;
  if (!path.includes('/')) return undefined;
  if (/^profile\/view$/i.test(path)) {
    const id = /[?&]id=([^&]+)/i.exec(url.search)?.[1];
    return id && `/profile/view?id=${id}`;
  }
  const legacy = /^pub((?:\/[^/]+){4})(?:\/[a-z]{2}(?:[-_][a-z]{2})?)?$/i.exec(path)?.[1];
  return legacy === undefined ? `/${path}${queryWithout(url, tracking)}` : `/pub${legacy}`;
}

/**
 * The form of a profile address that is stored and returned. `https://www.linkedin.com/in/Anna` stands for that page
 * under any scheme, `www.` or country host, with or without query and trailing slash, and for the bare handle `Anna`.
 * Upper and lower case are kept. Undefined when the text is not a web address, or is not that of a profile.
 */
export function normaliseLinkedinProfileUrl(text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC');
  const handle = /^(?:@|\/?in\/)?([\p{L}\p{M}\p{N}_-]+)$/iu.exec(trimmed)?.[1];
  const url = webUrl(handle === undefined ? trimmed : `www.linkedin.com/in/${handle}`);
  if (!url?.hostname.includes('.')) return undefined;
  if (!linkedinHost.test(url.hostname)) return otherProfile(url);
  const path = linkedinPath(url);
  return path && linkedin + path;
}

/**
 * The text by which normalised profile addresses are compared. `/in/anna` in any case is one profile. In ids of
 * members (`/in/ACoAAB…`, `/in/ACwAAA…`) and in all other addresses, case matters.
 */
export function linkedinKey(url: string): string {
  const profiles = `${linkedin}/in/`;
  const handle = url.slice(profiles.length);
  if (!url.startsWith(profiles) || /^AC[ow]/.test(handle)) return url;
  return profiles + normaliseSegment(handle, (text) => text.toLowerCase());
}
