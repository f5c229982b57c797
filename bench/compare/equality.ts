import { isDeepStrictEqual } from 'node:util';
import type { Answer, Client } from './client.ts';
import type { Operation, Sent } from './operations.ts';
import { until } from './seed.ts';

/** The header fields that are part of an answer's content. */
const fields = [
  'content-type',
  'etag',
  'cache-control',
  'vary',
  'idempotent-replayed',
  'access-control-allow-origin',
];

const isNew = (timestamp: string) => Date.parse(timestamp) > until;

/** JSON without values that differ between two servers: ids and times of new rows. Seeded ids begin with zeros. */
const comparable = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (name === 'requestId') return 'an id';
    if (typeof value !== 'string') return value;
    if (/_01[0-9a-z]{24}$/.test(value)) return value.replace(/_01.*/, ' (new)');
    return /At$/.test(name) && isNew(value) ? 'now' : value;
  });

const partsOf = ({ status, headers, text }: Answer) => ({
  status,
  ...Object.fromEntries(fields.map((name) => [name, headers[name]])),
  body: text === '' ? undefined : comparable(text),
});

/** The path of the first difference between two values, and the values there. */
export function firstDifference(a: unknown, b: unknown, path = ''): string {
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [left, right] = [Reflect.get(a, name), Reflect.get(b, name)];
      if (!isDeepStrictEqual(left, right)) return firstDifference(left, right, `${path}.${name}`);
    }
  }
  return `${path.slice(1)} is ${JSON.stringify(a)?.slice(0, 500)} and ${JSON.stringify(b)?.slice(0, 500)}`;
}

/** The difference between the answers of two servers to a request; undefined when they are equal. */
async function difference(a: Client, b: Client, sent: Sent): Promise<string | undefined> {
  const [left, right] = [partsOf(await a.send(sent)), partsOf(await b.send(sent))];
  if (isDeepStrictEqual(left, right)) return undefined;
  return `${sent.method} ${sent.path}: ${firstDifference(left, right)}`;
}

/** The first difference between two servers in some requests of an operation. */
export async function differenceOf(a: Client, b: Client, operation: Operation): Promise<string | undefined> {
  const requests = [...(operation.before ?? []), ...[0, 1, 2].map((nth) => operation.request(nth))];
  for (const sent of requests) {
    const found = await difference(a, b, sent);
    if (found !== undefined) return found;
  }
  const { status } = await a.send(operation.request(0));
  return status === operation.status
    ? undefined
    : `${operation.name} answers ${status}, not ${operation.status}`;
}
