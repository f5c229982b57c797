import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Fetch, wordsOf } from '../../../packages/website/src/index.ts';

// Random stories of a website: what it shows is never older than it may be, of another address, or a draft.

vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const hour = 60 * minute;

type Step =
  | { kind: 'wait'; time: number }
  | { kind: 'service'; state: 'well' | 'copies' | 'fails' | 'refuses' | 'limits' | 'forgets' }
  | { kind: 'ask'; place: number; isPreview: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('wait' as const),
    time: fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 70 * minute })),
  }),
  fc.record({
    kind: fc.constant('service' as const),
    state: fc.constantFrom('well', 'copies', 'fails', 'refuses', 'limits', 'forgets'),
  }),
  fc.record({
    kind: fc.constant('ask' as const),
    place: fc.integer({ min: 0, max: 2 }),
    isPreview: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
);

/** A service whose words say their address, when they were true, and whether they are a draft. */
class Service {
  state: Extract<Step, { kind: 'service' }>['state'] = 'well';
  /** When the last words of an address were true: copies are of then. */
  readonly #copied = new Map<string, number>();
  refusedAt = Number.NEGATIVE_INFINITY;

  readonly fetch: Fetch = async (url) => {
    const at = url.searchParams.get('url') ?? '';
    const isDraft = url.searchParams.has('preview');
    if (this.state === 'fails') throw new TypeError('fetch failed');
    if (this.state === 'refuses') {
      this.refusedAt = Date.now();
      return Response.json({ code: 'unauthorized' }, { status: 401 });
    }
    if (this.state === 'limits') return Response.json({ code: 'rate_limited' }, { status: 429 });
    if (this.state === 'forgets')
      return Response.json(
        { code: 'page_link_not_found' },
        { status: 404, headers: { 'cache-control': 'private, max-age=60' } },
      );
    const copied = this.#copied.get(at);
    const isCopy = this.state === 'copies' && !isDraft;
    if (isCopy && (copied === undefined || Date.now() - copied > hour))
      return new Response(null, { status: 503 });
    const born = isCopy && copied !== undefined ? copied : Date.now();
    this.#copied.set(at, born);
    const content = { metadata: {}, fields: { hero: `${at} ${born} ${Date.now()} ${isDraft}` } };
    const preview = isDraft ? { status: 'shown', expiresAt: null } : null;
    const rules: Record<string, string> = isDraft
      ? { 'cache-control': 'no-store' }
      : isCopy
        ? { 'cache-control': 'private, max-age=0', age: String(Math.ceil((Date.now() - born) / 1000)) }
        : { 'cache-control': 'private, max-age=60' };
    return Response.json({ pageId: 'page_1', preview, content }, { headers: rules });
  };
}

test('in any story, words are as old as they say at most, of their address, and no draft without its token', async () => {
  const from = new Set<string>();
  let stories = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      // Each is on a day of its own, with a key of its own.
      vi.setSystemTime(Date.parse('2026-11-29T12:00:00Z') + ++stories * 7 * 24 * hour);
      const service = new Service();
      const env = { FOOTFALL_URL: 'https://footfall.example', FOOTFALL_KEY: `ff_main_${stories}` };
      for (const one of steps) {
        if (one.kind === 'wait') vi.setSystemTime(Date.now() + one.time);
        if (one.kind === 'service') service.state = one.state;
        if (one.kind !== 'ask') continue;
        const at = `https://www.acme.example/${one.place}`;
        const address = one.isPreview ? `${at}?footfall_preview=t.1.s` : at;
        const fallback = { fields: { hero: 'own' } };
        const words = await wordsOf(address, { env, fetch: service.fetch, fallback });
        from.add(words.from);
        expect(words.isPreview).toBe(words.fields.hero.endsWith(' true'));
        expect(words.fields.hero === 'own').toBe(words.from === 'none' || words.from === 'fallback');
        if (service.state === 'well' && one.isPreview) expect(words.isPreview).toBe(true);
        if (words.fields.hero === 'own') continue;
        const [place, born, given, isDraft] = words.fields.hero.split(' ');
        expect(place).toBe(at);
        expect(isDraft === 'true').toBe(one.isPreview);
        const age = Date.now() - Number(born);
        expect(age).toBeLessThanOrEqual(words.from === 'live' ? minute : hour);
        // A key that was refused ends what was given before.
        expect(Number(given)).toBeGreaterThanOrEqual(service.refusedAt);
      }
    }),
    { numRuns: 400 },
  );
  // The stories have all that may happen.
  expect([...from].toSorted()).toEqual(['fallback', 'live', 'none', 'stale']);
});
