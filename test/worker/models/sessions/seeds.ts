import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { day, hour, minute, second } from '../../support/times.ts';
import { action, weighted } from '../stories.ts';
import {
  type Counts,
  countNames,
  countsAs,
  eachCount,
  epoch,
  type Model,
  type Session,
  type Values,
} from './model.ts';
import { begins, type VersionKind } from './plans.ts';

// Many sessions at once, each with values of its own: only they fill blocks, cut them, and split them. They are written
// without the API, because thousands of beacons would take minutes.

/** How sessions are spread over time, and how many values they have. */
const seeding = fc.record({
  salt: fc.nat(1_000_000),
  count: weighted(
    [5, fc.integer({ min: 20, max: 600 })],
    [3, fc.integer({ min: 900, max: 2600 })],
    [1, fc.integer({ min: 4900, max: 6500 })],
  ),
  spread: fc.constantFrom('dense', 'dense', 'days', 'months', 'same', 'bursts'),
  from: fc.oneof(begins, fc.nat(22 * day)),
  pages: fc.constantFrom(1, 2, 2, 2, 130),
  texts: fc.constantFrom('few', 'few', 'many', 'long'),
});
export type Seeding = typeof seeding extends fc.Arbitrary<infer T> ? T : never;
export const seed = action('seed', { of: seeding });

const amendment = fc.record({
  every: fc.constantFrom(1, 2, 7, 50, 400),
  offset: fc.nat(400),
  what: fc.constantFrom('numbers', 'earlier', 'audience', 'values', 'form'),
  earlier: fc.constantFrom(1, 7 * minute, 5 * hour, 23 * hour),
});
export type Amendment = typeof amendment extends fc.Arbitrary<infer T> ? T : never;
export const amend = action('amend', { of: amendment });

/** Numbers that look random, in [0, most), always the same for one salt. */
function numbersFrom(salt: number): (most: number) => number {
  let state = salt;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}

const spreads: Record<Seeding['spread'], (next: (most: number) => number, index: number) => number> = {
  dense: (next, index) => index * 700 + next(2 * second),
  days: (next) => next(5 * day),
  months: (next) => next(50 * day),
  same: (next) => next(3),
  bursts: (next) => next(4) * hour + next(3) - 1,
};

/** A place of a page: its id, its audiences, and the versions of each. */
export interface Place {
  pageId: string;
  audiences: string[];
  versions: Record<VersionKind, string>[];
}

/** The ids that a seeding gives its sessions begin with `prefix`. */
export function seededSessions(
  model: Model,
  prefix: string,
  places: Place[],
  { salt, count, spread, from, pages, texts }: Seeding,
): Session[] {
  const next = numbersFrom(salt);
  const some = <T>(...values: T[]): T => values[next(values.length)] as T;
  const earliest = model.removedBefore === 0 ? 0 : model.removedBefore + day;
  const valuesOf = (index: number): Values => ({
    utmSource: some(undefined, 'news', 'ads', 'Ads', '__proto__'),
    utmMedium: some(undefined, undefined, 'email'),
    utmCampaign: texts === 'few' ? some('x', 'y') : `campaign ${next(40)}`,
    utmTerm: texts === 'long' ? `${index} ${'t'.repeat(next(240))}` : undefined,
    utmContent: texts === 'many' ? `"${next(count)}"` : undefined,
    referrer: some(undefined, 'search.example', 'news.example'),
    country: some(undefined, 'DE', 'IN', 'US', 'FR'),
    device: some(undefined, 'mobile', 'desktop'),
    browser: some('Firefox', 'Chrome'),
    landingPath: texts === 'long' && next(4) === 0 ? `/${index}${'p'.repeat(next(2000))}` : some('/', '/a'),
    pageLinkId: some(undefined, 'page_link_a', 'page_link_b'),
    versionId: some(undefined, 'version_a', 'version_b'),
  });
  return Array.from({ length: count }, (_, index): Session => {
    const place = next(pages);
    const { pageId, audiences } = places[place] ?? { pageId: `page_model_${place}`, audiences: [] };
    const audienceId = audiences[next(audiences.length + 2)] ?? null;
    const imported = next(5) === 0;
    return {
      id: `${imported ? 'imported' : 'seed'}-${prefix}-${String(next(count)).padStart(5, '0')}-${index}`,
      pageId,
      audienceId,
      imported,
      start: Math.max(epoch + from + spreads[spread](next, index), earliest),
      active: next(8 * minute),
      engaged: imported && next(3) === 0 ? null : some(0, 4 * second, 9999, 10_000, next(70 * second)),
      scroll: imported && next(3) === 0 ? null : next(10_001),
      ...eachCount((name) => (name === 'questions' ? some(0, 0, 0, 0, 2) : some(0, 0, 0, 1, 300))),
      conversion: next(9) === 0,
      form: next(9) === 0,
      failed: audienceId === null && next(4) === 0,
      values: valuesOf(index),
      named: undefined,
      erased: false,
      removed: false,
    };
  });
}

/** Changes some seeded sessions in one way, as beacons, forms and erasures do. Returns those that it changed. */
export function amended(
  model: Model,
  places: Place[],
  { every, offset, what, earlier }: Amendment,
): Session[] {
  const tracked = Array.from(model.sessions.values()).filter(
    ({ id, removed, start }) => id.startsWith('seed-') && !removed && model.accepts(start),
  );
  const some = tracked.filter((_, index) => index % every === offset % every);
  for (const session of some) {
    if (what === 'numbers') {
      for (const name of countNames) session[name] += 1;
      session.engaged = (session.engaged ?? 0) + 5 * second;
      session.active += 2 * minute;
    } else if (what === 'earlier') {
      if (model.accepts(session.start - earlier)) session.start -= earlier;
    } else if (what === 'audience') {
      const { audiences } = places.find(({ pageId }) => pageId === session.pageId) ?? { audiences: [] };
      session.audienceId ??= audiences[0] ?? null;
      if (session.audienceId !== null) session.failed = false;
    } else if (what === 'values') model.clear(session);
    else session.form = true;
  }
  return some;
}

const columnsOfCounts = (of: Counts) =>
  Object.fromEntries(
    Object.entries(countsAs('field', of)).map(([field, number]) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      number,
    ]),
  );

/** The columns of a session. */
const rowOf = ({ id, pageId, audienceId, imported, values, ...session }: Session) => ({
  analytics_session_id: imported ? `import\t${id}` : id,
  page_id: pageId,
  audience_id: audienceId,
  page_url: values.landingPath === undefined ? null : `https://model.example${values.landingPath}`,
  computation_status: imported ? 'completed' : 'pending',
  failure: session.failed ? 'failed' : null,
  form_state: Number(session.form),
  has_conversion: Number(session.conversion),
  ...columnsOfCounts(session),
  max_scroll_depth: session.scroll,
  engaged_ms: session.engaged,
  session_started_at: session.start,
  active_ms: session.active,
  utm_source: values.utmSource ?? null,
  utm_medium: values.utmMedium ?? null,
  utm_campaign: values.utmCampaign ?? null,
  utm_term: values.utmTerm ?? null,
  utm_content: values.utmContent ?? null,
  referrer: values.referrer ?? null,
  country: values.country ?? null,
  device: values.device ?? null,
  browser: values.browser ?? null,
  page_link_id: values.pageLinkId ?? null,
  version_id: values.versionId ?? null,
});

/** Writes sessions as the model has them. */
export async function store(sessions: Session[]): Promise<void> {
  const [first] = sessions;
  if (!first) return;
  const names = Object.keys(rowOf(first));
  const statement = env.DB.prepare(
    `insert into audience_sessions (${names}) select ${names.map((name) => `value ->> '${name}'`)}
      from json_each(?) where true on conflict do update set ${names.slice(1).map((name) => `${name} = excluded.${name}`)}`,
  );
  const writes: D1PreparedStatement[] = [];
  for (let at = 0; at < sessions.length; at += 500)
    writes.push(statement.bind(JSON.stringify(sessions.slice(at, at + 500).map(rowOf))));
  await env.DB.batch(writes);
}
