/**
 * Fields that name the event, its time, its kind or an id: they say little to a reader. So do addresses of email, and
 * what a sender says of its own request.
 */
const dull =
  /(?:^|_)(?:id|event|type|time|timestamp|uuid|url|object|created|updated|version|livemode)$|[a-z](?:Id|At|Url)$|_at$/;

/** A time as a number: seconds or milliseconds since 1970, of 2001 to 2286. */
const isEpoch = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && /^[1-9](?:\d{9}|\d{12})$/.test(String(value));

/** An id of another service, such as `cus_9f2Kd81` or a UUID. */
const idPattern = /^(?:[a-z]+_(?=\w*\d)\w{6,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const says = ([name, value]: [name: string, value: unknown]): boolean =>
  /^(?:string|number|boolean)$/.test(typeof value) &&
  value !== '' &&
  !dull.test(name) &&
  !isEpoch(value) &&
  !idPattern.test(String(value)) &&
  !String(value).includes('@');

/** A webhook wraps what happened: `{ data: { object: { … } } }`. */
const deepest = 3;

/** The texts and numbers of a payload that say something: those on the outside first. */
function leavesOf(payload: Record<string, unknown>): [name: string, value: unknown][] {
  const found: [string, unknown][] = [];
  let level = [payload];
  for (let depth = 0; depth < deepest; depth++) {
    const fields = level.flatMap((object) => Object.entries(object));
    found.push(...fields.filter(says));
    level = fields.flatMap(([, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? [value as Record<string, unknown>]
        : [],
    );
  }
  return found;
}

/** What a payload says, in a line: its first texts and numbers. */
export const excerptOf = (payload: Record<string, unknown>): string =>
  leavesOf(payload)
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${String(value).slice(0, 100)}`)
    .join(' · ');
