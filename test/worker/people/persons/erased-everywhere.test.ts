import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { fire, newAlert, newRecipient, type Recipient, seen } from '../../support/alerts.ts';
import { contents, openTestDatabase, send } from '../../support/client.ts';
import { listen } from '../../support/events.ts';
import { log } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { merge, messageOf, newId, place, prepareVisits, visitOf } from '../../support/visits.ts';
import { newWebhook } from '../../support/webhooks.ts';

prepareVisits();

/** Where a text is in the database: "table.column" of each row, with the type of an event. */
async function foundAt(text: string): Promise<string[]> {
  const places: string[] = [];
  for (const [table, rows] of Object.entries(await contents()))
    for (const row of rows as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const bytes = Array.isArray(value) ? new TextDecoder().decode(new Uint8Array(value)) : String(value);
        if (bytes.toLowerCase().includes(text.toLowerCase()))
          places.push([table, column, ...(table === 'events' ? [row.type] : [])].join('.'));
      }
  return [...new Set(places)].sort();
}

/** Lets a person leave all that they can: logs, forms, visits through their link, and what alerts and events tell of it. */
async function busyRecipient(): Promise<Recipient & { email: string; name: string; logIds: string[] }> {
  const domain = `gone-${crypto.randomUUID()}.example`;
  const recipient = await newRecipient(place.pageId, domain);
  const { personId, audienceId } = recipient;
  const name = `Zoë Gone ${crypto.randomUUID()}`;
  await send('PATCH', `/v0/persons/${personId}`, { name });
  const { email } = await ok(send<{ email: string }>('GET', `/v0/persons/${personId}`));
  const written = await log({ personId, type: 'call', idempotencyKey: domain });
  await merge(
    messageOf(visitOf(newId(), { audienceId, ...seen })),
    messageOf(
      visitOf(newId(), {
        audienceId,
        ...seen,
        pageTitle: name,
        utmCampaign: email,
        formSubmit: { formSubmissionId: 'gone', email },
      }),
    ),
  );
  await fire();
  const logs = await ok(send<{ items: { personLogId: string }[] }>('GET', `/v0/persons/${personId}/logs`));
  expect(logs.items.length).toBe(2);
  expect(written.status).toBe(201);
  return { ...recipient, email, name, logIds: logs.items.map(({ personLogId }) => personLogId) };
}

test('an erased person is nowhere in the database, but where SECURITY.md says so', async () => {
  await listen();
  await newWebhook({ types: ['form.submitted', 'person.visited', 'account.visited'] });
  const fired: Alert[] = [];
  for (const condition of [{ type: 'link_opened' }, { type: 'accounts_visited', visits: 1, days: 7 }])
    fired.push(await newAlert({ condition }));
  const { personId, accountId, email, name, logIds } = await busyRecipient();
  const about = await env.DB.prepare(
    "select count(*) as n from events where type = 'alert.fired' and (related ->> 'personId' = ?1 or related ->> 'accountId' = ?2)",
  )
    .bind(personId, accountId)
    .first<number>('n');
  expect([fired.length, about]).toEqual([2, 2]);
  expect(await foundAt(personId)).toContain('events.related.alert.fired');
  expect(await foundAt(personId)).toContain('events.related.form.submitted');

  await ok(send('DELETE', `/v0/persons/${personId}`));
  // The cron clears the visits of the person's own audience.
  for (let step = 0; step < 5; step++) await clearErasedAudiences(openTestDatabase(), Date.now() + 600_000);

  for (const text of [email, name, email.split('@')[1] ?? '', ...logIds.slice(0, 1)])
    expect(await foundAt(text), text).toEqual([]);
  expect(await foundAt(personId)).toEqual([
    'erasures.person_id',
    'events.subject.person.created',
    'events.subject.person.erased',
    'events.subject.person.updated',
    'events.subject.person_log.created',
    'idempotency_keys.owner_id',
  ]);
  expect(await foundAt(accountId)).toEqual([
    'events.subject.account.created',
    'events.subject.account.erased',
  ]);
});
