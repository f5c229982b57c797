import type { AccountAnalyticsList, PersonAnalyticsList } from '../../../src/analytics/visitor-schemas.ts';
import { get, tripsOf } from '../support/analytics.ts';
import { type Problem, send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { newPlace } from '../support/places.ts';
import { forgetSessions, importSessions } from '../support/sessions.ts';

test('those that came have their records, their pages and their last visit, in one more round trip', async () => {
  await forgetSessions();
  const second = await newPlace();
  const email = `ada@${crypto.randomUUID()}.example`;
  const person = await newPerson({ name: 'Ada Lovelace', email });
  await importSessions(second.pageId, [
    {
      analyticsSessionId: crypto.randomUUID(),
      sessionStartedAt: '2026-03-03T10:00:00Z',
      sessionEndedAt: '2026-03-03T10:01:00Z',
      hasFormSubmit: true,
      formSubmissionId: 'f',
      formSubmissionEmail: email,
    },
  ]);
  const range = 'startDate=2026-03-03T00:00:00Z&endDate=2026-03-04T00:00:00Z';
  const withRecords = await get<PersonAnalyticsList>(`/v0/analytics/persons?records=true&${range}`);
  expect(withRecords.items[0]?.person).toEqual(await get(`/v0/persons/${person.personId}`));
  const path = `/v0/analytics/accounts?records=true&details=true&names=true&${range}`;
  const { items } = await get<AccountAnalyticsList>(path);
  const [{ accountId = '' } = {}] = items;
  expect(items[0]?.account).toEqual(await get(`/v0/accounts/${accountId}`));
  expect(items[0]).toMatchObject({
    name: email.split('@')[1],
    pages: [{ pageId: second.pageId, name: expect.any(String), totalSessions: 1 }],
    pagesCount: 1,
    latestVisit: {
      pageId: second.pageId,
      pageName: expect.any(String),
      personId: person.personId,
      personName: person.name,
      isSender: true,
      hasFormSubmit: true,
      hasConversion: false,
    },
  });
  expect(await tripsOf(path)).toBe(2);
  const refused = await send<Problem>('GET', `${path}&interval=day`);
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: 'details' }]]);
});
