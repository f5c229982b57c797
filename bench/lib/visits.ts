import type { DatabaseSync } from 'node:sqlite';
import { importedId } from '../../src/visits/sessions/ids.ts';
import { type Draw, uuid, whole } from './random.ts';
import { chooser, startsOf } from './shape.ts';

export interface Scale {
  sessions: number;
  days: number;
  seed: number;
  /** Companies whose people are recipients of visits; none if undefined or 0. */
  accounts?: number;
}

/** The end of the loaded time, which is the same in every run. */
export const until = Date.UTC(2026, 10, 1);

/** The columns of a row of audience_sessions that a visit fills. */
export const columns = [
  'analytics_session_id',
  'page_id',
  'audience_id',
  'page_title',
  'page_url',
  'computation_status',
  'failure',
  'form_state',
  'form_submission_id',
  'form_submission_email',
  'form_submission_identifier',
  'form_submission_identifier_type',
  'has_conversion',
  'questions_asked_count',
  'total_clicks_count',
  'max_scroll_depth',
  'engaged_ms',
  'session_started_at',
  'active_ms',
  'utm_campaign',
  'utm_content',
  'utm_medium',
  'utm_source',
  'utm_term',
  'referrer',
  'country',
  'device',
  'browser',
  'recipient_person_id',
  'recipient_account_id',
  'page_link_id',
  'person_id',
  'account_id',
] as const;
export type Visit = Record<(typeof columns)[number], string | number | null>;

/** Inserts visits one by one. */
export function inserter(database: DatabaseSync): (visit: Visit) => void {
  const insert = database.prepare(
    `INSERT INTO audience_sessions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (visit) => insert.run(...columns.map((column) => visit[column]));
}

const failure = 'The page has no audience audience_gone: this is a visit of the page alone.';
const importedFailure = 'It had failed when it was imported.';

const names = (prefix: string, count: number, suffix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}${suffix}`);
const countries =
  'DE US IN GB FR NP IR AU AT CH NL ES IT PL SE DK NO FI BE PT CZ IE JP BR CA MX ZA SG AE TR'.split(' ');
const browsers = ['Chrome', 'Safari', 'Edge', 'Firefox', 'Samsung Internet', 'Opera', 'Vivaldi'];
const devices = ['desktop', 'mobile', 'tablet', 'other'];

/** Where visitors come from, and on what. The nth value of a list is chosen 1/n as often as the first. */
function origins(draw: Draw) {
  const one = (values: string[], unknown = 0) => {
    const choose = chooser(values.length, draw, unknown);
    return () => {
      const nth = choose();
      return nth === null ? null : (values[nth] ?? null);
    };
  };
  const source = one(['google', 'linkedin', 'newsletter', 'partner'], 0.6);
  const medium = one(['cpc', 'email', 'social']);
  const term = one(names('price of ', 200, ' seats'), 0.5);
  const content = one(names('banner-', 12));
  const referrer = one(['google.com', 'linkedin.com', ...names('blog', 60, '.example')], 0.4);
  const country = one(countries, 0.02);
  const device = one(devices);
  const browser = one(browsers, 0.03);
  const path = one(['/landing', ...names('/landing/product-', 24)]);
  return (startedAt: number) => {
    const utmSource = source();
    // A campaign lasts a month, so each season has its own.
    const campaign = `campaign-${new Date(startedAt).toISOString().slice(0, 7)}`;
    return {
      page_url: `https://bench.example${path()}${utmSource ? `?utm_source=${utmSource}` : ''}`,
      utm_source: utmSource,
      utm_campaign: utmSource && campaign,
      utm_medium: utmSource && medium(),
      utm_term: utmSource && term(),
      utm_content: utmSource && content(),
      referrer: referrer(),
      country: country(),
      device: device(),
      browser: browser(),
    };
  };
}

/** What the ids of the tracker begin with, in milliseconds: the number of half-hours since 1970. */
const halfHour = 1_800_000;

/** A third of the visitors leave within 10 seconds. The others stay for minutes, few of them for long. */
const engagement = (draw: Draw) =>
  draw() < 0.35 ? whole(draw, 10_000) : Math.round(10_000 - Math.log(1 - draw()) * 90_000);

/** The actions of a visitor who stays for this time, in milliseconds. */
function behaviour(engagedMs: number, draw: Draw) {
  const isAwake = engagedMs > 10_000;
  const clicks = isAwake ? whole(draw, 6) : Number(draw() < 0.1);
  const hasForm = isAwake && draw() < 0.03;
  const hasEmail = hasForm && draw() < 0.8;
  const email = hasEmail ? `visitor${whole(draw, 50_000)}@example.com` : null;
  return {
    form_state: Number(hasForm) + Number(hasEmail),
    form_submission_id: hasForm ? uuid(draw) : null,
    form_submission_email: email,
    form_submission_identifier: email,
    form_submission_identifier_type: email && 'email',
    has_conversion: Number(isAwake && draw() < 0.05),
    questions_asked_count: isAwake && draw() < 0.15 ? 1 + whole(draw, 4) : 0,
    total_clicks_count: clicks,
    // The tracker sends whole percents.
    max_scroll_depth: 100 * Math.min(100, whole(draw, 40) + Math.round(engagedMs / 2000)),
    engaged_ms: engagedMs,
    active_ms: engagedMs + whole(draw, 60_000),
  };
}

// As long as the ids of the service.
const idOf = (kind: string, number: number) => `${kind}_01kafz8q6tf7n9t3cw${String(number).padStart(8, '0')}`;

/**
 * Six of ten visits have a recipient, one of three persons of a company, who came by the link of the company. Seven of ten
 * forms of these are the recipient's, two are a colleague's, and one is anybody's, to whom the link was forwarded.
 */
function visitors(accounts: number, hasForm: boolean, draw: Draw) {
  const none = { recipient_person_id: null, recipient_account_id: null, page_link_id: null };
  const noSender = { person_id: null, account_id: null };
  if (accounts === 0 || draw() >= 0.6) return { ...none, ...noSender };
  const account = whole(draw, accounts);
  const nth = whole(draw, 3);
  const recipient = {
    recipient_person_id: idOf('person', 3 * account + nth),
    recipient_account_id: idOf('account', account),
    page_link_id: idOf('page_link', account),
  };
  if (!hasForm) return { ...recipient, ...noSender };
  const role = draw();
  const from = role < 0.9 ? account : whole(draw, accounts);
  const sender = 3 * from + (role < 0.7 ? nth : whole(draw, 3));
  return { ...recipient, person_id: idOf('person', sender), account_id: idOf('account', from) };
}

/**
 * Visits of one page, ascending by their start, as the service stores them when their tracker has sent all beacons.
 * One in 20 was imported, and of some of these the time and the scroll depth are unknown. One in 1,000 failed.
 */
export function* visitsOf(pageId: string, audienceIds: string[], scale: Scale, draw: Draw): Generator<Visit> {
  const chooseAudience = chooser(audienceIds.length, draw, 0.08);
  const originOf = origins(draw);
  const { accounts = 0 } = scale;
  for (const startedAt of startsOf(scale.sessions, scale.days, until, draw)) {
    const nth = chooseAudience();
    const isFailed = nth === null && draw() < 0.0125;
    const isImported = draw() < 0.05;
    const id = uuid(draw);
    const done = behaviour(engagement(draw), draw);
    yield {
      analytics_session_id: isImported ? importedId(id) : `${Math.floor(startedAt / halfHour)}${id}`,
      page_id: pageId,
      audience_id: nth === null ? null : (audienceIds[nth] ?? null),
      page_title: 'Footfall bench',
      // The status of a tracked session depends on the time. All of these have ended.
      computation_status: isImported ? (isFailed ? 'failed' : 'completed') : 'pending',
      failure: isFailed ? (isImported ? importedFailure : failure) : null,
      session_started_at: startedAt,
      ...done,
      ...originOf(startedAt),
      ...visitors(accounts, done.form_submission_email !== null, draw),
      ...(isImported && draw() < 0.2 ? { engaged_ms: null } : {}),
      ...(isImported && draw() < 0.2 ? { max_scroll_depth: null } : {}),
    };
  }
}
