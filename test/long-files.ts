import type { Seed } from './seed.ts';

/** Test files by their paths below test/, without `.test.ts`, and the seconds of CPU time that each takes. */
export type Files = Readonly<Record<string, number>>;

/**
 * Long test files that take turns. A run of npm test has one part of each group, chosen by its seed. The parts of a
 * group take about the same time, and each has a file for what the group is about. What a change breaks most often is
 * in no group: npm start, the recorded answers, the budget, seals and the models of sessions, the API itself.
 */
export const groups: Readonly<Record<string, readonly Files[]>> = {
  commands: [{ 'node/beside': 28 }, { 'node/earlier-databases': 24 }, { 'node/cli': 25 }],
  'what outlives a server': [
    { 'node/kills': 19 },
    { 'node/remains': 20 },
    { 'node/crash': 15, 'node/upload': 3 },
    { 'node/beacons': 14, 'node/webhooks': 6 },
  ],
  'pages for browsers': [
    { 'node/tracker': 23 },
    { 'node/docs': 18 },
    { 'node/hostile-sites': 14, 'node/visits': 6 },
  ],
  'programs around the service': [
    { 'node/publish': 13 },
    { 'node/private': 9, 'node/mcp': 3 },
    { 'node/client/package': 9, 'node/deploy': 4 },
  ],

  'screens of the console': [
    { 'node/console/screens': 10, 'node/console/invisible': 1 },
    { 'node/console/layout': 7, 'node/console/focus': 5 },
    { 'node/console/interactive': 5, 'node/console/shell': 7 },
  ],
  'the console and the network': [
    { 'node/console/network-screens': 12, 'node/console/read-only': 2 },
    { 'node/console/tabs': 16 },
    { 'node/console/sign-in': 10, 'node/console/requests': 4 },
    { 'node/console/follow': 7, 'node/console/at-once': 6, 'node/console/network': 4 },
  ],
  'lists of the console': [
    { 'node/console/figures': 6, 'node/console/audiences': 4, 'node/console/views': 3 },
    { 'node/console/links': 12, 'node/console/download': 4 },
    { 'node/console/bulk-lists': 7, 'node/console/topics': 7 },
    { 'node/console/bulk': 5, 'node/console/accounts': 4, 'node/console/pages': 4 },
  ],
  'records of the console': [
    { 'node/console/audience': 16, 'node/console/webhooks': 5 },
    { 'node/console/versions': 11, 'node/console/alerts': 8, 'node/console/publish-time': 3 },
    { 'node/console/share': 12, 'node/console/history': 8, 'node/console/settings': 3 },
    {
      'node/console/tasks': 9,
      'node/console/make-page': 6,
      'node/console/persons': 5,
      'node/console/preview': 3,
    },
  ],
  'figures of the console': [
    { 'node/console/page': 10, 'node/console/overview': 5 },
    { 'node/console/ranges': 8, 'node/console/who-came': 7 },
    { 'node/console/tag': 9, 'node/console/visits': 6 },
    { 'node/console/person-changes': 7, 'node/console/notes': 5 },
    {
      'node/console/axis': 3,
      'node/console/two-charts': 2,
    },
  ],

  models: [
    { 'worker/models/publishing': 12 },
    { 'worker/models/alerts': 10, 'worker/models/timelines': 2 },
    {
      'worker/models/steps': 5,
      'worker/models/visitors': 2,
      'worker/models/lists': 2,
      'worker/models/persons': 2,
    },
  ],
  analytics: [
    { 'worker/analytics/corrections': 10, 'worker/analytics/rewrite': 5 },
    { 'worker/analytics/compared': 8, 'worker/analytics/seal-races': 4, 'worker/analytics/price': 2 },
    { 'worker/analytics/room': 7, 'worker/analytics/remove': 6, 'worker/analytics/many': 4 },
    {
      'worker/analytics/clear': 7,
      'worker/visits/sessions/list-of-blocks': 4,
      'worker/visits/sessions/list-of-visitor': 2,
    },
  ],
  searches: [{ 'worker/visits/page-links/search': 4 }, { 'worker/people/persons/search': 4 }],
  outages: [{ 'worker/db/deadlines': 5 }, { 'worker/content/versions/outages': 3, 'worker/worker/look': 2 }],
  alerts: [
    { 'worker/outbound/alerts/fire': 3 },
    { 'worker/outbound/alerts/calendar': 2, 'worker/outbound/alerts/alerts': 1 },
  ],
  'bodies and versions of requests': [
    { 'worker/content/audiences/entity-tags': 3 },
    { 'worker/http/bad-bodies': 3 },
  ],
  'what a change writes': [
    { 'worker/outbound/events/changes': 2, 'worker/content/versions/lifecycle': 2 },
    { 'worker/content/pages/metadata': 2, 'worker/visits/sessions/list': 2 },
  ],
  'language models': [
    { 'worker/mcp/arguments': 2 },
    { 'worker/mcp/names': 1, 'worker/content/versions/publish-races': 1 },
  ],
};

/** Long test files that run each time. */
export const always: Files = {
  'faults/faults': 12,
  'node/start': 34,
  'node/client/generated': 5,
  'scale/budget': 44,
  'worker/analytics/seal': 5,
  'worker/models/sessions': 8,
  'worker/recorded': 6,
};

const seconds = new Map(
  Object.values(groups)
    .flat()
    .concat(always)
    .flatMap((files) => Object.entries(files)),
);

/** The seconds of CPU time that a file takes, by its path. Undefined if it is not long. */
export const secondsOf = (file: string): number | undefined =>
  seconds.get(/\/test\/(.*)\.test\.ts$/.exec(file)?.[1] ?? '');

/** A number from 0 to 2^32 - 1 that depends on every bit of the other: the finalizer of MurmurHash3. */
function mixed(number: number): number {
  const half = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (most ^ (most >>> 16)) >>> 0;
}

/**
 * Whether the part with this place has its turn, in a group of so many. The turns of one group say nothing about those
 * of another, nor about those of turns.ts, which takes the remainder of the seed.
 */
export function hasTurn(seed: Seed, group: string, place: number, among: number): boolean {
  if (seed === 'all') return true;
  const number = Array.from(group).reduce(
    (sum, character) => mixed(sum ^ (character.codePointAt(0) ?? 0)),
    mixed(seed),
  );
  return number % among === place;
}

/** The files of the groups whose turn it is not. Paths are relative to the project. */
export const filesThatWait = (seed: Seed): string[] =>
  Object.entries(groups)
    .flatMap(([group, parts]) => parts.filter((_, place) => !hasTurn(seed, group, place, parts.length)))
    .flatMap((files) => Object.keys(files))
    .map((file) => `test/${file}.test.ts`);
