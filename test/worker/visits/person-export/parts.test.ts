import { env } from 'cloudflare:workers';
import type { PersonExport } from '../../../../src/visits/person-export/schemas.ts';
import { newAlert, newRecipient, seen } from '../../support/alerts.ts';
import { send } from '../../support/client.ts';
import { listen } from '../../support/events.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

async function exportOf(personId: string) {
  const lines: PersonExport['lines'] = [];
  let cursor: string | null = '';
  do {
    const path: string = `/v0/persons/${personId}/export${cursor && `?cursor=${cursor}`}`;
    const page: PersonExport = await ok(send<PersonExport>('GET', path));
    lines.push(...page.lines);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return lines;
}

test('an account that would go with the person is told with its events, days and alerts, and one that stays is not', async () => {
  await listen();
  await newAlert({ condition: { type: 'accounts_visited', visits: 5, days: 7 } });
  const { pageId } = await newPage();
  const me = await newRecipient(pageId);
  await merge(messageOf(visitOf(newId(), { pageId, audienceId: me.audienceId, ...seen }), now));
  await env.DB.prepare("insert into alert_firings values (?, 'alert_x', 'w', ?, 1, '{}', ?)")
    .bind(newId(), me.accountId, now)
    .run();
  const ofAccount = (lines: PersonExport['lines']) =>
    lines.flatMap(({ kind, type = '', subject, accountId }) =>
      subject === me.accountId || accountId === me.accountId ? [`${kind} ${type}`.trim()] : [],
    );
  expect(new Set(ofAccount(await exportOf(me.personId)))).toEqual(
    new Set([
      ...['account', 'event account.created', 'event account.visited', 'visit_day account.visited'],
      ...['alert_visit', 'alert_firing'],
    ]),
  );
  const domain = await env.DB.prepare('select domain from accounts where account_id = ?')
    .bind(me.accountId)
    .first('domain');
  await newPerson({ email: `other@${domain}` });
  expect(ofAccount(await exportOf(me.personId))).toEqual([]);
});

test('an event of a form on the page of somebody else does not say whose page it was', async () => {
  await listen();
  const { pageId } = await newPage();
  const [me, you] = [await newRecipient(pageId), await newRecipient(pageId)];
  const email = await env.DB.prepare('select email from persons where person_id = ?')
    .bind(me.personId)
    .first<string>('email');
  const formSubmit = { formSubmissionId: newId(), email } as never;
  await merge(messageOf(visitOf(newId(), { pageId, audienceId: you.audienceId, formSubmit }), now));
  const lines = await exportOf(me.personId);
  expect(lines.filter(({ type }) => type === 'form.submitted')).toMatchObject([
    { related: { personId: me.personId, pageId } },
  ]);
  const events = lines.filter(({ kind }) => kind === 'event');
  expect(JSON.stringify(events)).not.toContain(you.audienceId);
});
