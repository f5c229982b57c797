import { foldWidth, hostName } from './host.ts';
import { hasTemplate, isFiller, isNoAddress, isNothing } from './nothing.ts';

/** A path segment in NFC with uniform percent-encoding (RFC 3986, 6.2.2). One that is not UTF-8 stays as it is. */
function normaliseSegment(segment: string, change = (text: string) => text): string {
  try {
    return encodeURIComponent(change(decodeURIComponent(segment)).normalize('NFC'));
  } catch {
    return change(segment);
  }
}

/** A web address, with or without a scheme. Undefined for another scheme, and for text that is none. */
function webUrl(text: string): URL | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/|^([a-z][a-z0-9+-]*):/i.exec(text);
  const name = (scheme?.[1] ?? scheme?.[2])?.toLowerCase();
  if (/\s/.test(text) || (name !== undefined && name !== 'http' && name !== 'https')) return undefined;
  const url = URL.parse(name === undefined ? `https://${text}` : text);
  return url?.username === '' && url.password === '' ? url : undefined;
}

/** Query parameters that say where a visitor came from: common ones, and LinkedIn's. */
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

/** The path and query that identify a page on linkedin.com. */
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

/** The handle that a text is, without the address of LinkedIn: `Anna` for `@Anna` and `in/Anna`. */
const handleIn = (text: string) => /^(?:@|\/?in\/)?([\p{L}\p{M}\p{N}_-]+)$/iu.exec(text)?.[1];

function addressOf(text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC');
  const handle = handleIn(trimmed);
  const url = webUrl(handle === undefined ? trimmed : `www.linkedin.com/in/${handle}`);
  if (!url?.hostname.includes('.')) return undefined;
  if (!linkedinHost.test(url.hostname)) return otherProfile(url);
  const path = linkedinPath(url);
  return path && linkedin + path;
}

/** The most characters of the address of a profile. */
export const longestProfileUrl = 2048;

/**
 * The last text and its address, in memory: the checks of a field ask four times for the same. A longer text than a field
 * takes is not kept.
 */
let last: { text: string; address: string | undefined } = { text: '', address: undefined };

/** The address of a page as it identified a person until 28 November 2026, which old requests are compared by. */
export function pageAddress(text: string): string | undefined {
  if (text.length > longestProfileUrl) return addressOf(text);
  if (text !== last.text) last = { text, address: addressOf(text) };
  return last.address;
}

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Whether a part of an address is a template that nobody has filled in. */
const hasTemplatePart = (address: string) =>
  address.split(/[/?&=#]/).some((part) => hasTemplate(decoded(part)));

/** What no handle has: it is of an address within the address: `/in/https://…`. */
const foreign = /[:/@$|[\]\s\p{Cc}]|^(?:[a-z-]+\.)*linkedin\.\w+$/iu;

/** A handle as it is compared. */
const handleKey = (handle: string) => normaliseSegment(handle, (text) => text.toLowerCase());

/**
 * Whether a handle may be a member's: 3 to 100 characters, and not a word that LinkedIn itself uses. It is read as it is
 * compared, so that `%Name%` is the template that `%name%` is.
 */
function isHandle(segment: string): boolean {
  const key = handleKey(segment);
  const handle = decoded(key);
  const { length } = [...handle];
  return (
    length >= 3 &&
    length <= 100 &&
    /[\p{L}\p{N}]/u.test(handle) &&
    !foreign.test(handle) &&
    !hasTemplatePart(key) &&
    !/^(?:linkedin|edit|profile)$/i.test(handle)
  );
}

/** Profiles of Sales Navigator and Recruiter. What follows the comma says how the member was found: `ACw…,NAME_SEARCH,x`. */
const memberPages: [page: RegExp, kept: string][] = [
  [/^\/sales\/(?:lead|people)\/([^/?]+)/i, '/sales/lead/'],
  [/^\/sales\/profile\/([^/?]+)/i, '/sales/profile/'],
  [/^\/recruiter\/profile\/([^/?]+)/i, '/recruiter/profile/'],
  [/^\/talent\/profile\/([^/?]+)/i, '/talent/profile/'],
];

/** The path of a member's profile on linkedin.com, from the address of a page. Undefined for a page of anything else. */
function memberPath(path: string): string | undefined {
  for (const [page, kept] of memberPages) {
    const id = page.exec(path)?.[1]?.replace(/(?:,|%2C).*$/i, '');
    if (id) return kept + id;
  }
  const handle = /^\/in\/(.*)$/s.exec(path)?.[1];
  if (handle !== undefined) return isHandle(handle) ? path : undefined;
  return /^\/(?:pub\/(?!dir\/)[^/]+(?:\/[^/]+){3}$|profile\/view\?id=|recruiter\/profile\?(?:.*&)?id=[^&])/i.test(
    path,
  )
    ? path
    : undefined;
}

/** The page of a whole website, in any language: it is the same for all of a company's people. */
const homepage = /^\/?(?:[a-z]{2}(?:-[a-z]{2})?|(?:index|home|default|start)(?:\.\w+)?)?$/i;

/** The address of a person's profile, from the address of a page. Undefined for a page that is no profile. */
function profileOf(page: string): string | undefined {
  if (hasTemplatePart(page)) return undefined;
  if (page.startsWith(`${linkedin}/`)) {
    const path = memberPath(page.slice(linkedin.length));
    return path && linkedin + path;
  }
  const { hostname, pathname, search, hash } = new URL(page);
  // Shortened links lead anywhere, and other hosts of LinkedIn have no profiles.
  if (hostName(hostname) === undefined || /(?:^|\.)(?:linkedin\.com|lnkd\.in)$/.test(hostname))
    return undefined;
  return homepage.test(pathname) && search === '' && hash === '' ? undefined : page;
}

/**
 * The form of a profile address that is stored and returned. `https://www.linkedin.com/in/Anna` stands for that page
 * under any scheme, `www.` or country host, with or without query and trailing slash, and for the bare handle `Anna`.
 * Upper and lower case are kept. Undefined when the text is not the address of a profile.
 */
export function normaliseLinkedinProfileUrl(text: string): string | undefined {
  const page = pageAddress(foldWidth(text));
  return page && profileOf(page);
}

/** Whether a text stands for no profile: `none`, `@none`, or an address that ends in a word in place of a name. */
export function isNoProfile(text: string): boolean {
  if (isNoAddress(text) || isNothing(handleIn(text.trim()) ?? '')) return true;
  const page = pageAddress(foldWidth(text));
  const named =
    page && /^https:\/\/[^/?#]+(?:[^?#]*\/|[^?#]*\?[^=&#]*=)([^/?&#]+)$/.exec(profileOf(page) ?? page)?.[1];
  return named !== undefined && isFiller(decoded(named));
}

/**
 * The text by which normalised profile addresses are compared. `/in/anna` in any case is one profile. In ids of
 * members (`/in/ACoAAB…`, `/in/ACwAAA…`) and in all other addresses, case matters.
 */
export function linkedinKey(url: string): string {
  const profiles = `${linkedin}/in/`;
  const handle = url.slice(profiles.length);
  if (!url.startsWith(profiles) || /^AC[ow]/.test(handle)) return url;
  return profiles + handleKey(handle);
}
