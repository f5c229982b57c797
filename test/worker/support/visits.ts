import type { Visit, VisitMessage } from '../../../src/visits/beacons/schemas.ts';
import { collectKey, type Problem, type RequestOptions, send } from './client.ts';
import { HeldVisits } from './held-queue.ts';
import { place, preparePlace } from './places.ts';
import { after, minute, now } from './times.ts';

export const origin = 'https://www.site.example';
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const held = new HeldVisits();

export let key = '';

/** Creates the page, the audience and the key for the visits of a test file. Call it at the top of the file. */
export function prepareVisits(): void {
  beforeAll(async () => {
    await preparePlace();
    key = await collectKey();
    // An isolate looks for 30 pages a minute, and other files may have used them up: a minute later it knows this one.
    const first = { key: await collectKey() };
    await after(minute, () => collect(visitOf(crypto.randomUUID()), {}, first));
    held.sent.length = 0;
    await collect(visitOf(crypto.randomUUID()));
  });
}

/** A visit of ten and a half seconds without actions. */
export const visitOf = (analyticsSessionId: string, fields: Partial<Visit> = {}): Visit => ({
  analyticsSessionId,
  ...place,
  elapsedMs: 10_500,
  activeMs: 10_400,
  engagedMs: 10_000,
  maxScrollDepthPercentage: 0,
  clicksCount: 0,
  questionsAskedCount: 0,
  hasConversion: false,
  ...fields,
});

/** A visit in which a field, such as `formSubmit.email`, has a value that may be wrong. */
export const withField = (field: string, value: unknown) => {
  const visit: Record<string, unknown> = { ...visitOf('x'.repeat(16)) };
  const [name = '', part] = field.split('.');
  if (part === undefined) return { ...visit, [name]: value };
  return { ...visit, [name]: { formSubmissionId: 'f', [part]: value } };
};

export const collect = (visit: unknown, headers: Record<string, string> = {}, options: RequestOptions = {}) =>
  send<{ accepted: boolean } & Problem>('POST', '/v0/visits', visit, {
    key,
    bindings: held.bindings(),
    headers: { 'user-agent': firefox, ...headers },
    ...options,
  });

export const messageOf = (visit: Visit, receivedAt = now, workspace = 'main'): VisitMessage => ({
  workspace,
  receivedAt,
  visit,
});
/** Delivers visits to the consumer, which must accept them all. A visit without a message is received now. */
export const merge = async (...visits: (Visit | VisitMessage)[]) => {
  const messages = visits.map((sent) => ('visit' in sent ? sent : messageOf(sent)));
  expect(await held.deliver(messages)).toEqual(messages.map(() => 'ack'));
};
export const newId = () => crypto.randomUUID();
