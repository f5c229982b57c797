import { env } from 'cloudflare:workers';
import type { PersonExport } from '../../../../src/visits/person-export/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { newCampaign, pathOf } from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { newPhone } from '../../support/erasures.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { newSource, sign } from '../../support/sources.ts';
import { now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

let serial = 0;
const someone = async () => {
  const word = `zorquil${serial++}`;
  const fields = { name: word, email: `${word}@mixed.example`, phoneNumber: newPhone() };
  return { ...fields, word, personId: (await newPerson(fields)).personId };
};
type Someone = Awaited<ReturnType<typeof someone>>;
const linesOf = async ({ personId }: Someone, of: string) =>
  (await ok(send<PersonExport>('GET', `/v0/persons/${personId}/export`))).lines.filter(
    ({ kind }) => kind === of,
  );

/** Keeps a visit, as a consumer that gives it up. */
const giveUp = (
  body: object,
  { identifiers, audienceId }: { identifiers: string[]; audienceId: string | null },
) =>
  env.DB.prepare(
    `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers, body, audience_id)
     values (?1, ?1, 'visit', ?2, 1, 'Error', ?3, ?4, ?5)`,
  )
    .bind(newId(), now, JSON.stringify(identifiers), JSON.stringify(body), audienceId)
    .run();

test('a visit to the page of a person that was given up is told without the form of somebody else, and a form without the page of somebody else', async () => {
  const [me, you] = [await someone(), await someone()];
  const { pageId } = await newPage();
  const [mine, yours] = [
    await newAudienceId(pageId, { personId: me.personId }),
    await newAudienceId(pageId, { personId: you.personId }),
  ];
  const of = (audienceId: string, page: Someone, form: object) => ({
    visit: { audienceId, pageTitle: `Hello ${page.word}`, formSubmit: form },
  });
  const forms = { me: { email: me.email, phone: you.phoneNumber }, you: { email: you.email } };
  await giveUp(of(mine, me, forms.me), { identifiers: [me.email, you.phoneNumber], audienceId: mine });
  await giveUp(of(mine, me, forms.you), { identifiers: [you.email], audienceId: mine });
  // As it came in an outage.
  const wrapped = { keyHash: 'x', message: of(yours, you, forms.me) };
  await giveUp(wrapped, { identifiers: [me.email, you.phoneNumber], audienceId: yours });
  const found = (one: Someone) =>
    linesOf(one, 'given_up').then((lines) =>
      lines.map(({ message }) => (message as { visit: object }).visit),
    );
  const [own, others] = [
    { audienceId: mine, pageTitle: `Hello ${me.word}` },
    { audienceId: yours, pageTitle: `Hello ${you.word}` },
  ];
  const byVisit = (visits: object[]) => visits.map((one) => JSON.stringify(one)).toSorted();
  expect(byVisit(await found(me))).toEqual(
    byVisit([{ ...own, formSubmit: forms.me }, own, { formSubmit: forms.me }]),
  );
  expect(byVisit(await found(you))).toEqual(byVisit([{}, { formSubmit: forms.you }, others]));
});

test('a row that waits and a delivery that is kept are told with their words to whom they name, and without to both of two', async () => {
  const [me, you] = [await someone(), await someone()];
  const campaign = await newCampaign();
  const row = (person: object, name: string) => ({ person, columns: { name } });
  const rows = [
    row({ email: me.email, phoneNumber: newPhone() }, 'mine'),
    row({ email: me.email, phoneNumber: you.phoneNumber }, 'both'),
    row({ email: you.email }, 'yours'),
  ];
  const bindings = new HeldQueue().bindings();
  await ok(send('POST', `${pathOf(campaign)}/waiting_rows`, { rows }, { bindings }));
  const waiting = async (one: Someone) =>
    (await linesOf(one, 'waiting_row')).map((line) => [
      line.namesOthers,
      (line.row as { row: { columns: { name: string } } } | null)?.row.columns.name,
    ]);
  expect(await waiting(me)).toEqual([
    [false, 'mine'],
    [true, undefined],
  ]);
  expect(await waiting(you)).toEqual([
    [true, undefined],
    [false, 'yours'],
  ]);

  const source = await newSource('stripe');
  const bodies = [
    `{"id":"evt_${me.word}","type":"note.added","big": 12345678901234567890,"note":"from ${me.email} and host@elsewhere.example"}`,
    JSON.stringify({ id: `evt_${you.word}`, type: 'note.added', note: [me.email, you.phoneNumber] }),
    JSON.stringify({
      id: `evt_many_${me.word}`,
      type: 'note.added',
      note: [me.email, ...Array.from({ length: 20 }, (_, n) => `n${n}@elsewhere.example`)],
    }),
  ];
  for (const body of bodies) expect((await sign(source, body)).body.outcomes?.[0]?.outcome).toBe('kept');
  const { text } = await send<PersonExport>('GET', `/v0/persons/${me.personId}/export`);
  expect(text).toContain(bodies[0]);
  const kept = async (one: Someone) =>
    (await linesOf(one, 'kept_delivery')).map((line) => [
      line.namesOthers,
      line.body === null,
      line.source,
      line.type,
    ]);
  expect(await kept(me)).toEqual(
    [false, true, true].map((names) => [names, names, source.name, 'note-added']),
  );
  expect(await kept(you)).toEqual([[true, true, source.name, 'note-added']]);
});

test('a form with identifiers of two is of its sender: the other is told their own identifier and no page', async () => {
  const [me, you] = [await someone(), await someone()];
  const { pageId } = await newPage();
  const visit = visitOf(newId(), {
    pageId,
    audienceId: null,
    pageUrl: `https://x.example/for/${me.word}`,
    pageTitle: `Hello ${me.word}`,
    formSubmit: { formSubmissionId: `form-${me.word}`, email: me.email, phone: you.phoneNumber } as never,
  });
  await merge(messageOf(visit, now));
  expect(await linesOf(me, 'visit')).toMatchObject([
    {
      personId: me.personId,
      accountId: expect.stringMatching(/^account_/),
      formSubmissionId: `form-${me.word}`,
      formSubmissionEmail: me.email,
      formSubmissionPhone: you.phoneNumber,
      pageTitle: `Hello ${me.word}`,
    },
  ]);
  const told = await linesOf(you, 'visit');
  expect(told).toMatchObject([
    {
      analyticsSessionId: visit.analyticsSessionId,
      formSubmissionPhone: you.phoneNumber,
      hasFormSubmit: true,
    },
  ]);
  for (const theirs of [me.word, me.email, me.personId]) expect(JSON.stringify(told)).not.toContain(theirs);
});
