import { env } from 'cloudflare:workers';
import type { PersonExport } from '../../../../src/visits/person-export/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { now } from '../../support/times.ts';

test('a visit to the page of a person that was given up is told without the form of somebody else', async () => {
  const [me, you] = [{ email: 'me@given.example' }, { email: 'you@given.example' }];
  const { personId } = await newPerson(me);
  await newPerson(you);
  const audienceId = await newAudienceId((await newPage()).pageId, { personId });
  for (const [id, { email }] of [
    ['given_mine', me],
    ['given_yours', you],
  ] as const)
    await env.DB.prepare(
      `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers, body, audience_id)
       values (?1, ?1, 'visit', ?2, 1, 'Error', ?3, ?4, ?5)`,
    )
      .bind(
        id,
        now,
        JSON.stringify([email]),
        JSON.stringify({ visit: { formSubmit: { email } } }),
        audienceId,
      )
      .run();
  const { lines } = await ok(send<PersonExport>('GET', `/v0/persons/${personId}/export`));
  const found = lines.filter(({ kind }) => kind === 'given_up').map(({ message }) => message);
  expect(found).toEqual([{ visit: { formSubmit: me } }, { visit: {} }]);
});
