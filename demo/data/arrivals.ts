import { sumBy } from 'es-toolkit/math';
import { guestVisit } from './guest-visits.ts';
import { guestsOf } from './guests.ts';
import { site } from './pages/page.ts';
import { type Choices, createRandom, type Random } from './random.ts';
import { type Channel, sources } from './sources.ts';
import { day, hour } from './time.ts';
import { type Crowd, crowds, type DemoVisit, type DemoVisits, hours, visitOf } from './visits.ts';
import { visitsOn } from './year.ts';

/** A visit whose visitor has just come: what it will be when it has ended. */
export type Arrival = DemoVisit & { pageUrl: string };

/** Makes a visit with this id. It has ended at `until`, in milliseconds since 1970. */
type Maker = (random: Random, id: string, until: number) => Arrival;

/** The channels that have no season. */
const lasting = (source: keyof typeof sources): Choices<Channel> =>
  (sources[source] as Channel[]).flatMap((channel) => (channel[3] ? [] : [[channel, channel[0]] as const]));

function makerOf(path: string, crowd: Crowd): Maker {
  const [audience, , , , , , , , source] = crowd;
  // docs/developers/four-things.md says that on the home page Retail has the most conversions.
  const mayConvert = path !== '/' || audience === 'Retail';
  return (random, id, until) => {
    const midnight = Math.floor(until / day) * day;
    const visit = visitOf(random, crowd, id, [[{ midnight, channels: lasting(source) }, 1]], until);
    return {
      ...visit,
      hasConversion: visit.hasConversion === true && mayConvert,
      pageUrl: `${site}${path}`,
    };
  };
}

const paths = Object.keys(crowds);
const isLasting = ([, , , , , , , , source]: Crowd) => lasting(source).length > 0;
const isPersonal = ([audience]: Crowd) => audience?.includes('@');

/** Visitors of a page or of an audience with many readers. */
const passersBy: Choices<Maker> = paths.flatMap((path) =>
  (crowds[path] ?? [])
    .filter((crowd) => isLasting(crowd) && !isPersonal(crowd))
    .map((crowd) => [makerOf(path, crowd), crowd[1]] as const),
);

interface Invited {
  company: string;
  make: Maker;
}
const companyOf = (email: string) => email.replace(/^.*@/, '');

/** Those whom the sales team has sent a link of their own. */
const invited: Invited[] = paths.flatMap((path) => [
  ...(crowds[path] ?? []).filter(isPersonal).map((crowd) => ({
    company: companyOf(crowd[0] ?? ''),
    make: makerOf(path, crowd),
  })),
  ...guestsOf(path).map(({ email }) => ({
    company: companyOf(email),
    make: (random: Random, id: string, until: number) => ({
      ...guestVisit(random, email, id, until),
      pageUrl: `${site}${path}`,
    }),
  })),
]);

/** Whose links are opened most. docs/developers/four-things.md says so: every third of these visits, and the first, is of this company. */
const leader = 'northwind.example';
const ofLeader = invited.filter(({ company }) => company === leader);

/** Chooses invited visitors. Between two of the leader, nobody's company comes twice. */
function inviter(random: Random): () => Maker {
  let since: string[] = [];
  return () => {
    const isTurn = since.length === 0 || since.length === 3;
    if (isTurn) since = [];
    const { company, make } = random.pick(
      isTurn ? ofLeader : invited.filter((one) => one.company !== leader && !since.includes(one.company)),
    );
    since.push(company);
    return make;
  };
}

/** Which part of the visitors comes by a link of their own. */
const invitedShare = 0.4;

/**
 * The visitors who come one after the other, without end, the same for the same random choices. Each is called with
 * the id of the visit and the time at which it will have ended.
 */
export function* arrivals(random: Random): Generator<(id: string, until: number) => Arrival, never> {
  const invite = inviter(random);
  for (;;) {
    const make = random.chance(invitedShare) ? invite() : random.choose(passersBy);
    yield (id, until) => make(random, id, until);
  }
}

/** How many visits an average working day in a good month has. */
const ofDay = 60;
const ofAllHours = sumBy(hours, (weight) => weight);

/** The visits that begin in an hour (UTC), the same at each call. `begin` in milliseconds since 1970. */
function visitsOfHour(begin: number): Arrival[] {
  const number = begin / hour;
  const random = createRandom(number);
  const expected =
    (ofDay * visitsOn(Math.floor(begin / day) * day, 0) * (hours[number % 24] ?? 0)) / ofAllHours;
  const coming = arrivals(random);
  return Array.from({ length: Math.floor(expected + random.int(0, 999) / 1000) }, (_, n) => {
    const visit = coming.next().value(`demo-hour-${number}-${n}`, begin + hour);
    return startedAt(visit, begin + random.int(0, hour - 1));
  });
}

/** How long a visit lasts, in milliseconds. */
export const lengthOf = ({ sessionStartedAt, sessionEndedAt }: DemoVisit): number =>
  Date.parse(sessionEndedAt) - Date.parse(sessionStartedAt);

const startedAt = (visit: Arrival, start: number): Arrival => ({
  ...visit,
  sessionStartedAt: new Date(start).toISOString(),
  sessionEndedAt: new Date(start + lengthOf(visit)).toISOString(),
});

/**
 * Returns the visits that began at `from` or later and have ended at `until`. Their ids tell the hour, so an import of
 * an hour that has some of them recognises them.
 */
export function visitsBetween(from: Date, until: Date): DemoVisits[] {
  const [first, last] = [from.getTime(), until.getTime()];
  const begins = [];
  for (let at = Math.floor(first / hour) * hour; at < last; at += hour) begins.push(at);
  const ended = begins
    .flatMap(visitsOfHour)
    .filter(
      (visit) => Date.parse(visit.sessionStartedAt) >= first && Date.parse(visit.sessionEndedAt) <= last,
    );
  return paths.map((path) => ({
    pageUrl: `${site}${path}`,
    visits: ended
      .filter(({ pageUrl }) => pageUrl === `${site}${path}`)
      .map(({ pageUrl: _, ...visit }) => visit),
  }));
}
