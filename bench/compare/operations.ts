import { companiesOf, emailOf, idOf, keys, pageId, type Scale } from './seed.ts';
import { visitOrigin } from './serve.ts';

/** A request as a client sends it. */
export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A request that clients send often. */
export interface Operation {
  /** For `--only`. */
  id: string;
  name: string;
  kind: 'read' | 'visit' | 'log' | 'batch';
  status: number;
  /** The nth request, which is the same for every server. */
  request: (nth: number) => Sent;
  /** Requests that are sent once before all others. */
  before?: Sent[];
}

const withKey = { 'x-api-key': keys.api };
const get = (path: string): Sent => ({ method: 'GET', path, headers: withKey });
const post = (path: string, body: object, headers: Record<string, string> = withKey): Sent => ({
  method: 'POST',
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const replayed = 50;
const writesOfBatch = 100;

/** A number from 1 to `of` for the nth request, without a visible pattern. */
const spread = (nth: number, of: number) => 1 + ((nth * 7919) % of);

/** The operations to measure, on a database of this size. */
export function operationsOn(scale: Scale): Operation[] {
  const { persons } = scale;
  const log = (idempotencyKey: string, email: string, nth: number) => ({
    source: 'website-form',
    type: 'form-submitted',
    payload: {
      form: 'contact',
      message: `A question about the price of ${nth} seats, and when.`,
      budget: nth,
      page: '/pricing',
      consent: true,
    },
    email,
    idempotencyKey,
  });
  const newPerson = (name: string, nth: number) => ({
    ...log(`${name}-${nth}`, `${name}${nth}@company${nth % companiesOf(scale)}.example`, nth),
    name: `Nova Quill ${name} ${nth}`,
  });
  const replay = (nth: number) =>
    post(
      '/v0/person_logs',
      log(`replay-${nth % replayed}`, emailOf(1 + (nth % replayed), scale), nth % replayed),
    );
  const visit = (nth: number) => ({
    analyticsSessionId: `visit-of-the-bench-${nth}`,
    pageId,
    audienceId: idOf('audience', 1 + (nth % 40)),
    elapsedMs: 131_000,
    activeMs: 131_000,
    engagedMs: 94_200,
    maxScrollDepthPercentage: 87.5,
    clicksCount: 3,
    questionsAskedCount: 1,
    hasConversion: false,
    pageTitle: 'Pricing for Northwind',
    pageUrl: 'https://bench.example/pricing?utm_source=newsletter',
    utmSource: 'newsletter',
  });
  const visitHeaders = {
    'x-api-key': keys.collect,
    origin: visitOrigin,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  };

  return [
    {
      id: 'log-new',
      name: 'log of a new person',
      kind: 'log',
      status: 201,
      request: (nth) => post('/v0/person_logs', newPerson('new', nth)),
    },
    {
      id: 'log-known',
      name: 'log of a known person',
      kind: 'log',
      status: 201,
      request: (nth) =>
        post('/v0/person_logs', log(`known-${nth}`, emailOf(spread(nth, persons), scale), nth)),
    },
    {
      id: 'log-replay',
      name: 'replay of a log',
      kind: 'log',
      status: 201,
      request: replay,
      before: Array.from({ length: replayed }, (_, nth) => replay(nth)),
    },
    {
      id: 'sessions',
      name: 'sessions of a page, 50',
      kind: 'read',
      status: 200,
      request: () => get(`/v0/pages/${pageId}/audience_sessions`),
    },
    {
      id: 'visit',
      name: 'POST a visit',
      kind: 'visit',
      status: 202,
      request: (nth) => post('/v0/visits', visit(nth), visitHeaders),
    },
    {
      id: 'batch',
      name: 'batch of 100 new logs',
      kind: 'batch',
      status: 200,
      request: (nth) =>
        post('/v0/person_logs/batch', {
          writes: Array.from({ length: writesOfBatch }, (_, index) =>
            newPerson('batch', nth * writesOfBatch + index),
          ),
        }),
    },
  ];
}
