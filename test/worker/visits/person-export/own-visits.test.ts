import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import { ownVisits } from '../../../../src/visits/person-export/store/own-visits.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { later, minute, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

test('visits of the pages of a person are found while they wait and after they are sealed, those of others not', async () => {
  const db = openTestDatabase();
  const { pageId } = await newPage();
  const [me, you] = [await newPerson({}), await newPerson({})];
  const audiences = [
    await newAudienceId(pageId, { personId: me.personId }),
    await newAudienceId((await newPage()).pageId, { personId: me.personId }),
  ];
  const other = await newAudienceId(pageId, { personId: you.personId });
  const ids = [newId(), newId()];
  await merge(
    ...ids.map((id, n) =>
      messageOf(visitOf(id, { pageId, audienceId: audiences[0] ?? '' }), now - n * minute),
    ),
    messageOf(visitOf(newId(), { pageId, audienceId: other }), now),
  );
  const found = async () => {
    const rows: string[] = [];
    for (let place: string | undefined = ''; place !== undefined; ) {
      const page: Awaited<ReturnType<typeof ownVisits>> = await ownVisits(db, me.personId, place);
      rows.push(...page.rows.map(({ analyticsSessionId }) => analyticsSessionId));
      place = page.next;
    }
    return rows.toSorted();
  };
  expect(await found()).toHaveLength(2);
  const waiting = await found();
  await sealSessions(db, later);
  expect(await found()).toEqual(waiting);
});
