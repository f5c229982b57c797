import { newPlace, place, read, session } from '../../support/places.ts';
import { importBegun } from '../../support/sessions.ts';
import { noon, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

describe('a session', () => {
  test('is found by either of its ids, in one trip', async () => {
    const made = [null, place.audienceId].map((audienceId) => ({ analyticsSessionId: newId(), audienceId }));
    await importBegun(
      place.pageId,
      made.map((one) => ({ ...one, start: noon })),
    );
    for (const { analyticsSessionId, audienceId } of made) {
      const { body, cost } = await read(analyticsSessionId);
      expect(cost.trips).toBe(1);
      const id = audienceId === null ? null : `audience_session_${analyticsSessionId}`;
      expect(body).toMatchObject({ analyticsSessionId, audienceId, audienceSessionId: id });
      const found = await read(`audience_session_${analyticsSessionId}`);
      expect(id === null ? found.body.code : found.body).toEqual(
        id === null ? 'audience_session_not_found' : body,
      );
    }
  });

  test('is not found on another page', async () => {
    const id = newId();
    await merge(visitOf(id));
    const { status, body } = await read(id, await newPlace());
    expect([status, body.code]).toEqual([404, 'audience_session_not_found']);
    expect((await read(id, { pageId: 'page_none' })).body.code).toBe('page_not_found');
  });

  test('of no audience has no audienceSessionId', async () => {
    for (const audienceId of [undefined, null]) {
      const id = newId();
      const { audienceId: _, ...visit } = visitOf(id);
      await merge(audienceId === null ? { ...visit, audienceId } : visit);
      expect(await session(id)).toMatchObject({ audienceId: null, audienceSessionId: null });
      expect((await read(`audience_session_${id}`)).status).toBe(404);
    }
  });

  test('is read and listed in its own workspace only', async () => {
    const acme = await newPlace('acme');
    const [here, there] = [newId(), newId()];
    await merge(visitOf(here), messageOf(visitOf(there, acme), now, 'acme'));
    expect((await session(here)).analyticsSessionId).toBe(here);
    expect((await read(there, acme, { workspace: 'acme' })).status).toBe(200);
    expect((await read(there, acme)).body.code).toBe('page_not_found');
    expect((await read(here, acme, { workspace: 'acme' })).body.code).toBe('audience_session_not_found');
  });
});
