import type { Breakdown, Breakdowns } from '../../../src/analytics/breakdown-schemas.ts';
import type {
  AudienceAnalyticsList,
  PageAnalyticsList,
  WorkspaceAudienceList,
} from '../../../src/analytics/schemas.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import { get, rangeOf, tripsOf } from '../support/analytics.ts';
import { newAudience } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { newPlace, type Place } from '../support/places.ts';
import { forgetSessions, importSessions, insertSessions, least } from '../support/sessions.ts';
import { day, noon } from '../support/times.ts';

const now = rangeOf(noon, noon + 2 * day);
let place: Place;
let second: Place;

beforeAll(async () => {
  await forgetSessions();
  place = await newPlace();
  second = await newPlace();
  await insertSessions(place, 60, { audience: `'${place.audienceId}'` });
  await insertSessions(second, 30);
});

const ofPage = (path: string) => `/v0/pages/${place.pageId}/analytics/${path}`;

describe('the names of pages, audiences, accounts and persons beside their ids', () => {
  test('of pages and audiences, on request and in one more round trip', async () => {
    const pages = `/v0/analytics/pages?${now}`;
    const { items } = await get<PageAnalyticsList>(`${pages}&names=true`);
    const plain = await get<PageAnalyticsList>(`${pages}&names=false`);
    expect(items.map(({ name: _, ...item }) => item)).toEqual(plain.items);
    for (const { pageId, name } of items) {
      const { title, url } = await get<{ title: string | null; url: string }>(`/v0/pages/${pageId}`);
      expect(name).toBe(title || url);
    }
    expect([await tripsOf(pages), await tripsOf(`${pages}&names=true`)]).toEqual([1, 2]);
    const audiences = await get<AudienceAnalyticsList>(ofPage(`audiences?limit=5&names=true&${now}`));
    const { effectiveName } = await get<{ effectiveName: string }>(`/v0/audiences/${place.audienceId}`);
    expect(audiences.items.find(({ audienceId }) => audienceId === place.audienceId)?.name).toBe(
      effectiveName,
    );
  });

  test('of versions in breakdowns, on request and in one more round trip if there are any', async () => {
    const of = await newAudience({ customName: 'Retail' });
    const { versionId } = of.latestVersion;
    const visits = [{ audienceId: of.audienceId, versionId }, { audienceId: of.audienceId }];
    expect((await importSessions(of.pageId, visits.map(least))).status).toBe(200);
    const path = `/v0/pages/${of.pageId}/analytics/breakdown?by=versionId`;
    const { items } = await get<Breakdown>(`${path}&names=true`);
    const named = items.map(({ value, name, totalSessions }) => [value, name, totalSessions]);
    expect(named).toContainEqual([versionId, 'Retail, version 1', 1]);
    expect(named).toContainEqual([null, undefined, 1]);
    expect((await get<Breakdown>(path)).items).toEqual(items.map(({ name: _, ...item }) => item));
    expect([await tripsOf(path), await tripsOf(`${path}&names=true`)]).toEqual([1, 2]);
    expect(await tripsOf(`${path.replace('versionId', 'country')}&names=true`)).toBe(1);
    const all = await get<Breakdowns>(
      `/v0/pages/${of.pageId}/analytics/breakdowns?by=country&by=versionId&names=true`,
    );
    expect(all.breakdowns.map(({ items }) => items.filter(({ name }) => name).length)).toEqual([0, 1]);
  });

  test('of audiences of all pages, with their pages and states', async () => {
    const of = await newPlace();
    await insertSessions(of, 3, { audience: `'${of.audienceId}'`, start: `${noon + 100 * day}` });
    await insertSessions(of, 2, { audience: "'audience_gone'", id: "'gone'", start: `${noon + 100 * day}` });
    await send('POST', `/v0/pages/${of.pageId}/audiences/${of.audienceId}/archive`, {});
    const path = `/v0/analytics/audiences?${rangeOf(noon + 99 * day, noon + 101 * day)}`;
    const { items, total } = await get<WorkspaceAudienceList>(path);
    const audience = await get<{ effectiveName: string; archivedAt: string }>(
      `/v0/audiences/${of.audienceId}`,
    );
    const { title } = await get<{ title: string }>(`/v0/pages/${of.pageId}`);
    expect([items[0], total.totalSessions]).toEqual([
      expect.objectContaining({
        audienceId: of.audienceId,
        pageId: of.pageId,
        name: audience.effectiveName,
        pageName: title,
        archivedAt: audience.archivedAt,
        totalSessions: 3,
      }),
      5,
    ]);
    expect(items[1]).toMatchObject({ audienceId: 'audience_gone', totalSessions: 2 });
    expect(items[1]).not.toHaveProperty('pageId');
    expect(await tripsOf(path)).toBe(2);
    expect(await tripsOf(`/v0/analytics/audiences?${rangeOf(noon + 200 * day, noon + 201 * day)}`)).toBe(1);
  });

  test('of accounts and persons', async () => {
    const email = `ada@${crypto.randomUUID()}.example`;
    // A name comes as it is stored.
    const { body: person } = await send<Person>('POST', '/v0/persons', { name: '  Ada Lovelace ', email });
    expect(person.name).toBe('  Ada Lovelace ');
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
    const who = (kind: string) =>
      get<{ items: { name?: string }[] }>(`/v0/analytics/${kind}?names=true&${range}`);
    expect((await who('persons')).items.map(({ name }) => name)).toEqual([person.name]);
    expect((await who('accounts')).items.map(({ name }) => name)).toEqual([email.split('@')[1]]);
  });

  test('are left out for an audience that does not exist', async () => {
    const of = await newPlace();
    await insertSessions(of, 3, { audience: "'audience_gone'" });
    const path = `/v0/pages/${of.pageId}/analytics/audiences?limit=5&names=true`;
    const { items } = await get<AudienceAnalyticsList>(path);
    expect(items.map(({ audienceId, name }) => [audienceId, name])).toEqual([['audience_gone', undefined]]);
  });
});
