import type { PersonSessionList } from '../../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';
import { place } from '../../support/places.ts';
import { changeSessions, insertSessions } from '../../support/sessions.ts';
import { minute, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

describe('the sessions of a person', () => {
  const listOf = (personId: string) =>
    send<PersonSessionList & Problem>('GET', `/v0/persons/${personId}/audience_sessions`);

  test('are by default those whose form the person sent, latest first, and none of their link', async () => {
    const email = `zoe@${newId()}.example`;
    const { personId } = await newPerson({ email });
    const [first, second, opened] = [newId(), newId(), newId()];
    const formSubmit = { formSubmissionId: 'f', email };
    await merge(
      messageOf(visitOf(first, { formSubmit }), now - minute),
      messageOf(visitOf(second, { formSubmit }), now),
      visitOf(opened, { audienceId: await newAudienceId(place.pageId, { personId }) }),
    );
    const { body, cost } = await listOf(personId);
    expect(body.items.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual([second, first]);
    expect([body.totalCount, cost.trips]).toEqual([2, 1]);
  });

  test('are counted to 1,000', async () => {
    const { personId } = await newPerson();
    const totals = [];
    for (const id of ["'first'", "'second'"]) {
      await insertSessions(place, id === "'first'" ? 1000 : 1, { id });
      await changeSessions(place, `person_id = '${personId}'`, `instr(analytics_session_id, ${id}) > 0`);
      totals.push((await listOf(personId)).body.totalCount);
    }
    expect(totals).toEqual([1000, null]);
  });

  test('are none of somebody who does not exist', async () => {
    const { status, body } = await listOf('person_none');
    expect([status, body.code]).toEqual([404, 'person_not_found']);
  });
});
