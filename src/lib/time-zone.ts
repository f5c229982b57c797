import { BoundedMap } from './bounded-map.ts';
import { dayMs, hourMs } from './durations.ts';

/** Names that may be zones: `Intl` also knows abbreviations, which often mean another place (`AST` is Alaska). */
const namePattern =
  /^(?!systemv\/|(?!(?:cet|eet|est|gmt|hst|met|mst|prc|roc|rok|uct|utc|wet)$)[a-z]{3}$)[a-z][\w+\/\-]*$/iv;

/** A part of time. The offset is `before` until the instant `change`, and `after` from then on. */
interface Part {
  before: number;
  change: number;
  after: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  /** By the number of the part. */
  parts: Map<number, Part>;
}

/**
 * The length of a part of time, in milliseconds. In all zones and years, the shortest time between two changes of the
 * offset was 95 hours (Freetown, 1939), and since 1970 a week. So a part has at most one.
 */
const partMs = 3 * dayMs;
/** A thousand months touch a thousand parts. */
const mostParts = 1000;

/** Zones in use: to make a formatter takes 80 µs and some memory. */
const zones = new BoundedMap<string, Zone>(50);

/** The zone of a name. Undefined when there is none. */
function findZone(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known || !namePattern.test(name)) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hour: 'numeric',
      timeZoneName: 'longOffset',
    });
    const zone = { format, parts: new BoundedMap<number, Part>(mostParts) };
    zones.set(name, zone);
    return zone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether text is the name of a time zone of IANA, in any case: `Europe/Berlin`, `UTC`, and no offset. */
export const isTimeZone = (name: string): boolean => name === 'UTC' || findZone(name) !== undefined;

/** The offset at an instant, in milliseconds. It is a number of seconds, as in Monrovia until 1972. */
function readOffset({ format }: Zone, instant: number): number {
  const [, sign, hours, minutes, seconds = 0] =
    /GMT([+\-])(\d\d):(\d\d)(?::(\d\d))?$/v.exec(format.format(instant)) ?? [];
  if (sign === undefined) return 0;
  return Number(`${sign}1`) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** The instant in (start, end], a whole second, at which the offset becomes `after`. */
function findChange(zone: Zone, start: number, end: number, after: number): number {
  let [before, change] = [start, end];
  while (change - before > 1000) {
    const middle = Math.floor((before + change) / 2000) * 1000;
    if (readOffset(zone, middle) === after) change = middle;
    else before = middle;
  }
  return change;
}

/** A part of time, from the zone's memory. */
function partOf(zone: Zone, number: number): Part {
  const known = zone.parts.get(number);
  if (known) return known;
  const [start, end] = [number * partMs, (number + 1) * partMs];
  const before = zone.parts.get(number - 1)?.after ?? readOffset(zone, start);
  const after = readOffset(zone, end);
  const part = { before, change: before === after ? end : findChange(zone, start, end, after), after };
  zone.parts.set(number, part);
  return part;
}

/** The offset at an instant, and until when it is known to last. Throws RangeError when there is no such zone. */
function stretchAt(instant: number, name: string): { offset: number; end: number } {
  // Requests without a zone do not wait for Intl: the first formatter of a process takes 15 ms.
  if (name === 'UTC') return { offset: 0, end: Number.POSITIVE_INFINITY };
  const zone = findZone(name);
  if (!zone) throw new RangeError(`${name} is not a time zone.`);
  const number = Math.floor(instant / partMs);
  const { before, change, after } = partOf(zone, number);
  return instant < change ? { offset: before, end: change } : { offset: after, end: (number + 1) * partMs };
}

/** The first instant, `from` or later, that `search` finds from an instant on, as if the offset never changed. */
function firstFrom(from: number, name: string, search: (instant: number, offset: number) => number): number {
  let start = from;
  for (;;) {
    const { offset, end } = stretchAt(start, name);
    const found = search(start, offset);
    if (found < end) return found;
    start = end;
  }
}

/** What the local clock shows at an instant. Both are in milliseconds since 1970. */
export const localOf = (instant: number, zone: string): number => instant + stretchAt(instant, zone).offset;

/**
 * The first instant at which the local clock shows this time or a later one, both in milliseconds since 1970. So a
 * time that the clock skips is the instant of the change, and of a time that it shows twice this is the first.
 */
export const instantOf = (local: number, zone: string): number =>
  // No offset is as long as a day.
  firstFrom(local - dayMs, zone, (instant, offset) => Math.max(instant, local - offset));

/** The first instant after another at which the local clock shows a full hour. */
export const nextFullHour = (after: number, zone: string): number =>
  firstFrom(after + 1, zone, (instant, offset) => Math.ceil((instant + offset) / hourMs) * hourMs - offset);
