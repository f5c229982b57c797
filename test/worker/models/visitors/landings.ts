import fc from 'fast-check';

// Where visitors land: the hosts and paths of page links, as URLs spell them.

/** The paths that links have, each with other spellings of it. */
const paths = [
  ['/für/zoë', '/f%C3%BCr/zo%c3%ab', '/fu%CC%88r/zoe%CC%88/', '/x/../für//zoë?utm_term=x#top'],
  ['/spring/offer', '/spring/offer/', '//spring///offer?x=/spring', '/spring/./%6Fffer#/spring'],
  ['/spring', '/spring/', '/spring/offer/..', '/spring?offer'],
  ['/a%2Fb', '/a%2fb/', '//a%2Fb', '/%61%2Fb'],
] as const;
/** Paths that are beside those of links. */
const others = ['/SPRING', '/spring%2Foffer', '/spring/offers', '/a/b', '/%ff', '/fur/zoe', ''];
export const pathCount = paths.length;

/** Links of a custom domain are its own. Any other host has those of the fallback subdomain. */
const hosts = {
  custom: ['https://CUSTOM', 'http://CUSTOM:8080', 'https://CUSTOM.'],
  fallback: ['https://links.example', 'https://www.CUSTOM', 'http://localhost:8787', 'https://x.CUSTOM'],
} as const;
export type Host = keyof typeof hosts;

export const host = fc.constantFrom<Host[]>('fallback', 'fallback', 'custom');

/** A URL that a visitor landed on, by its numbers. */
export const landing = fc.record({
  host,
  nthHost: fc.nat(3),
  /** Null is a path of no link. */
  path: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, null),
  spelling: fc.nat(6),
});
export type Landing = typeof landing extends fc.Arbitrary<infer T> ? T : never;

/** Stories share a database: the paths of each begin with a word of its own. */
export const prefixOf = (run: number) => `/story-${run}-`;

export const pathOf = (run: number, path: number) => `${prefixOf(run)}${paths[path]?.[0]}`;

/** The URL of a landing, and its path as a link would have it. */
export function urlOf(run: number, domain: string, { host, nthHost, path, spelling }: Landing) {
  const spellings = path === null ? others : (paths[path] ?? []);
  const of = hosts[host];
  const origin = (of[nthHost % of.length] ?? of[0]).replace('CUSTOM', domain);
  const rest = `${prefixOf(run)}${spellings[spelling % spellings.length]}`;
  // Those beside links are spelled as links are, or are no path.
  const landingPath = path === null ? rest : pathOf(run, path);
  return { pageUrl: `${origin}${rest}`, landingPath };
}
