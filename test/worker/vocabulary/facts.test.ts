import { env } from 'cloudflare:workers';
import { columnNames, type Facts, factsSql, parseFacts, placeOf } from '../../../src/vocabulary/facts.ts';
import { flag } from '../../../src/vocabulary/flags.ts';
import { base, factsWith } from '../support/facts.ts';

test('a text from before a fact does not have it: a number is 0, a text unknown', () => {
  const all = factsWith({ startedAt: base, country: 'DE' });
  const known = all.slice(0, placeOf('landingPath') + 1);
  expect(parseFacts(JSON.stringify(['id', ...known])).facts).toEqual(all);
  expect(parseFacts('["id"]').facts).toEqual(factsWith({}));
});

test('facts have the order of the columns, in SQL too', async () => {
  const values = columnNames.map((name) => `the ${name}`);
  const facts: Facts = parseFacts(JSON.stringify(['id', ...values])).facts;
  expect(facts).toEqual(values);
  await env.DB.prepare(
    `insert into audience_sessions (analytics_session_id, page_id, computation_status, failure, form_state,
      has_conversion, questions_asked_count, total_clicks_count, max_scroll_depth, session_started_at, active_ms,
      utm_term, country, page_url)
    values ('s', 'page_p', 'pending', 'x', 2, 1, 3, 4, 0, 5, 6, 't', 'DE', 'https://x.example/way?q')`,
  ).run();
  const row = await env.DB.prepare(`select ${factsSql('')} as text from audience_sessions`).first<string>(
    'text',
  );
  expect(parseFacts(row ?? '')).toEqual({
    id: 's',
    facts: factsWith({
      startedAt: 5,
      activeMs: 6,
      engagedMs: 0,
      scrollDepth: 1,
      clicks: 4,
      questions: 3,
      flags: flag.isTracked + flag.hasFailed + flag.hasFormSubmit + flag.hasConversion,
      page: 'page_p',
      utmTerm: 't',
      country: 'DE',
      landingPath: '/way',
    }),
  });
});
