import type { Recorder } from './recorder.ts';
import { newPlace } from './visits.ts';

const times = { sessionStartedAt: '2040-02-28T23:59:59.999Z', sessionEndedAt: '2040-02-29T00:10:00Z' };

/** Sessions near the limits of hours, days and months, and in other years. */
const borders = [
  '1970-01-01T00:00:00Z',
  '2000-02-29T12:00:00.5Z',
  '2039-12-31T23:59:59.999Z',
  '2040-01-01T00:00:00Z',
  '2040-01-31T23:30:00+00:30',
  '2040-02-01T00:00:00.0001Z',
  '2040-02-15T12:59:59.999Z',
  '2040-02-15T13:00:00Z',
];

const ranges = [
  ['2039-12-31T23:59:59.999Z', '2040-01-01T00:00:00Z'],
  ['2040-01-01T00:00:00Z', '2040-02-01T00:00:00Z'],
  ['2040-02-15T12:30:00Z', '2040-02-15T13:00:00Z'],
  ['2040-02-15T12:30:00Z', '2040-02-15T13:00:00.001Z'],
  ['2039-02-01T07:15:00Z', '2040-03-01T00:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-06-01T00:00:00Z'],
] as const;

async function importing(recorder: Recorder, path: string, audienceId: string) {
  const { say, get, post } = recorder;
  const given = (sessions: unknown) => post(`${path}/import`, { sessions });
  say('Importing');
  const full = {
    analyticsSessionId: 'their/session 1',
    audienceSessionId: 'their-audience-1',
    audienceId,
    pageTitle: 'Title 題',
    pageUrl: 'https://imports.example/x',
    computationStatus: 'failed',
    formSubmissionId: 'form',
    formSubmissionEmail: 'Imported@Cobalt.Example',
    formSubmissionPhone: '+49501',
    formSubmissionIdentifier: 'https://de.linkedin.com/in/Imported/',
    formSubmissionIdentifierType: 'linkedin',
    hasConversion: true,
    hasFormSubmit: true,
    maxScrollDepthPercentage: 66.666,
    questionsAskedCount: 2,
    totalClicksCount: 7,
    timeSpentSeconds: 12.3456,
    ...times,
    utmCampaign: 'c',
    utmContent: null,
    utmMedium: 'm',
    utmSource: 's',
    utmTerm: 't',
  };
  await given([{ analyticsSessionId: '1', ...times }]);
  await given([full, { analyticsSessionId: '1', ...times, totalClicksCount: 5 }]);
  await given([{ analyticsSessionId: '2', ...times, formSubmissionPhone: '+49502', timeSpentSeconds: 0 }]);
  await given(
    borders.map((start, index) => ({
      analyticsSessionId: `border-${index}`,
      sessionStartedAt: start,
      sessionEndedAt: index < 2 ? start : '2040-02-16T00:00:00Z',
      ...(index % 2 ? { audienceId, timeSpentSeconds: index < 2 ? 0 : index } : {}),
    })),
  );
  say('What is refused');
  await given([{ ...full, analyticsSessionId: 'another' }]);
  await given([{ analyticsSessionId: '3', ...times, audienceId: 'nothing' }]);
  await given([
    { analyticsSessionId: '4', ...times },
    { analyticsSessionId: '4', ...times },
  ]);
  await given([
    {
      analyticsSessionId: 'audience_session_x',
      sessionStartedAt: '1969-12-31T23:59:59Z',
      sessionEndedAt: '1960-01-01T00:00:00Z',
    },
    {
      analyticsSessionId: '5',
      ...times,
      timeSpentSeconds: 601,
      audienceSessionId: 'x',
      formSubmissionIdentifier: 'x',
      formSubmissionIdentifierType: 'email',
    },
    {
      analyticsSessionId: '..',
      sessionStartedAt: times.sessionStartedAt,
      sessionEndedAt: '2040-03-31T00:00:00Z',
      formSubmissionIdentifier: 'x',
    },
    { analyticsSessionId: '6', ...times, computationStatus: 'pending', totalClicksCount: -1, isBounce: true },
  ]);
  await given([]);
  await given('x');
  await post(`${path}/import`);
  await post('/v0/pages/nothing/audience_sessions/import', {
    sessions: [{ analyticsSessionId: '1', ...times }],
  });
  say('Reading');
  await get(`${path}/${encodeURIComponent('their/session 1')}`);
  await get(`${path}/their-audience-1`);
  await get(`${path}/1`);
}

/** Imported sessions, lists and analytics of ranges that contain these limits, and the state after retention. */
export async function imports(recorder: Recorder) {
  const { say, get, post, pages, cron } = recorder;
  const { pageId, audienceId } = await newPlace(recorder, 'imports');
  const path = `/v0/pages/${pageId}/audience_sessions`;
  await post('/v0/persons', { name: 'Imported', email: 'imported@cobalt.example' });
  await importing(recorder, path, audienceId);
  say('Ranges');
  await get(path);
  await pages(`${path}?limit=3&startDate=2040-01-01T00:00:00Z`, [
    'audience_sessions',
    pageId,
    null,
    '2040-01-01T00:00:00.000Z',
    null,
  ]);
  for (const [start, end] of ranges) {
    await get(`${path}?startDate=${start}&endDate=${end}&limit=1`, {
      scope: ['audience_sessions', pageId, null, new Date(start).toISOString(), new Date(end).toISOString()],
    });
    await get(`/v0/pages/${pageId}/analytics/audiences?startDate=${start}&endDate=${end}`);
  }
  say('What retention leaves');
  await cron({ SESSION_RETENTION_DAYS: '60' });
  await get(`${path}?limit=2`, { scope: ['audience_sessions', pageId, null, null, null] });
  await get(`/v0/pages/${pageId}/analytics/audiences`);
  await post(`${path}/import`, {
    sessions: [{ analyticsSessionId: 'old', sessionStartedAt: borders[1], sessionEndedAt: borders[1] }],
  });
  await post(
    `${path}/import`,
    { sessions: [{ analyticsSessionId: 'kept', ...times }] },
    { bindings: { SESSION_RETENTION_DAYS: '2' } },
  );
}
