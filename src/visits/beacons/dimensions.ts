/// <reference path="./bowser.d.ts" />
import Bowser from 'bowser/src/bowser.js';
import { memoize } from 'es-toolkit/function';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Device } from '../../lib/devices.ts';
import type { NameOf } from '../../vocabulary/visit-facts.ts';

/** What the collector derives from a visit and its request. Nothing here identifies a visitor. */
export interface Dimensions extends Record<NameOf<'request'>, string | null> {
  device: Device | null;
}

/** Reads a header field of a request. */
export type Header = (name: string) => string | undefined;

/** Names that differ from Bowser's. */
const names: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Opera Touch': 'Opera',
  'Opera Coast': 'Opera',
  Miui: 'MIUI Browser',
};
/** Bowser takes the name of an unknown browser from the request. Only names of a list are stored. */
const known = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.keys(names)]);

/** What Bowser does not recognise, or takes for a tablet or a desktop. */
const otherDevice =
  /xbox|playstation|nintendo|oculusbrowser|bravia|\b(?:smart|google|android|apple)[ \-]?tv\b|\baft[a-z]|crkey/iv;

/** Longer text is cut: browsers send less than 300 characters, and a parser should not have to read 16 KiB. */
const longestAgent = 512;

/** The brands of `sec-ch-ua`: `"Chromium";v="142", "Brave";v="142"`. */
const brandsOf = (header = '') =>
  [...header.matchAll(/"([^"]*)";\s*v="([^"]*)"/gv)].map(([, brand = '', version = '']) => ({
    brand,
    version,
  }));

/** What the header fields of a request say about its browser. */
interface Client {
  agent: string;
  brands: string | undefined;
  isMobile: boolean;
  platform: string | undefined;
}

/** Bowser's parser of the User-Agent; of the client hints it uses the brands. */
const parserOf = ({ agent, brands }: Client) =>
  agent ? Bowser.getParser(agent, true, { brands: brandsOf(brands) }) : undefined;
type Parser = ReturnType<typeof parserOf>;

function browserOf(parser: Parser): string | null {
  const name = parser?.getBrowserName() ?? '';
  return known.has(name) ? (names[name] ?? name) : null;
}

const desktops = /^"(?:Windows|macOS|Linux|Chrome OS|Chromium OS)"$/v;

function deviceOf(parser: Parser, { agent, isMobile, platform }: Client): Device | null {
  if (otherDevice.test(agent)) return 'other';
  if (isMobile) return 'mobile';
  if (platform !== undefined && desktops.test(platform)) return 'desktop';
  const type = parser?.getPlatformType();
  if (type === 'desktop' || type === 'mobile' || type === 'tablet') return type;
  if (/\bcros\b/iv.test(agent)) return 'desktop';
  return parser ? 'other' : null;
}

/** Most visits come from the same few hundred versions of browsers, and parsing takes half of the collector's time. */
const browserAndDevice = memoize(
  (client: Client): Pick<Dimensions, 'device' | 'browser'> => {
    const parser = parserOf(client);
    return { device: deviceOf(parser, client), browser: browserOf(parser) };
  },
  {
    cache: new BoundedMap(1000),
    getCacheKey: ({ agent, brands, isMobile, platform }) => `${agent}\n${brands}\n${isMobile}\n${platform}`,
  },
);

/** The country that Cloudflare found for an address. It has none for some (`XX`) and for Tor (`T1`). */
const countryOf = (country: unknown): string | null =>
  typeof country === 'string' && /^[A-Z]{2}$/v.test(country) && country !== 'XX' ? country : null;

/**
 * The dimensions of a visit: `referrer` as the beacon has it, `country` of `request.cf`, device and browser from the
 * client hints that browsers send unasked, or else from the User-Agent. What is not known is null.
 */
export const dimensionsOf = (header: Header, country: unknown, referrer: string | undefined): Dimensions => ({
  referrer: referrer ?? null,
  country: countryOf(country),
  ...browserAndDevice({
    agent: header('user-agent')?.slice(0, longestAgent).trim() ?? '',
    brands: header('sec-ch-ua')?.slice(0, longestAgent),
    isMobile: header('sec-ch-ua-mobile') === '?1',
    platform: header('sec-ch-ua-platform')?.slice(0, longestAgent),
  }),
});
