import type { Alert, Webhook } from '@footfall/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { alter } from './answers.ts';
import { collect, deleteAfterTest, get, newAudience, newKey, newReceiver, send } from './api.ts';
import { consoleTest, expectErrors, go, openConsole, openReady } from './open.ts';
import { expectInSight, submit, violations } from './tab.ts';

/** A company with a person, for whom an audience was made. */
async function newCompany(domain: string) {
  const { personId } = await send('POST', 'persons', { name: 'Zoë', email: `zoe@${domain}` });
  const { items } = await get<{ items: { accountId: string }[] }>(`accounts?query=${domain}`);
  const { audience } = await newAudience({ customName: '', personId });
  return { accountId: items[0]?.accountId ?? '', personId, audience };
}

/** Answers as a workspace that has no webhook yet: other tests have made some. */
const withoutWebhooks = (page: Page) =>
  alter<object>(page, /\/v0\/webhooks\?/, (answer) => ({ ...answer, items: [] }));

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const alertsNow = async () => (await get<{ items: Alert[] }>('alerts?limit=100')).items;

consoleTest('our Slack is told when a company of a list comes, in 4 actions from Accounts', async () => {
  const slack = await newReceiver();
  const domain = 'tellslack.example';
  const { accountId, audience } = await newCompany(domain);
  const page = await openReady(`#/accounts?q=${domain}`, 'Accounts');
  await withoutWebhooks(page);
  await page.getByLabel('Select all 1').click();
  await page.getByRole('button', { name: 'Notify me when they visit' }).click();
  const form = dialogOf(page, 'New alert');
  await form.getByLabel('Address').fill(`${slack.address}/services/T0/B0/tell`);
  await form.getByText(`When ${domain} has an engaged visit.`).waitFor();
  await form.getByRole('button', { name: 'Create the alert' }).click();
  const done = dialogOf(page, 'The alert is on');
  await done.getByText(/The alert goes to Slack: 127/).waitFor();

  const alert = (await alertsNow()).find(
    ({ condition }) => condition.type === 'accounts_visited' && condition.accountIds?.includes(accountId),
  );
  expect(alert?.condition).toMatchObject({ type: 'accounts_visited', visits: 1 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const visit = { pageId: audience.pageId, audienceId: audience.audienceId };
  expect(await collect(visit, 'person', await newKey('collect'))).toMatchObject({ accepted: true });
  await expect.poll(() => slack.received.map(({ body }) => body)).toHaveLength(1);
  expect(slack.received[0]?.body).toContain(domain);

  await go(page, `#/settings?part=alerts&open=${alert?.alertId}`);
  // It has the answer without webhooks.
  await page.reload();
  const drawer = page.getByRole('complementary', { name: 'Alert' });
  await drawer.getByRole('link', { name: `A link of ${domain} was opened.` }).waitFor();
  expect(slack.received[0]?.body).toContain(`A link of ${domain} was opened: the one of `);
  await drawer.getByRole('button', { name: 'What would it have sent?' }).click();
  await drawer.getByText('It would have sent 1 message in the last 7 days:').waitFor();
  const [, sent] = /opened: (the one of [^,]+, on [^,]+), /.exec(slack.received[0]?.body ?? '') ?? [];
  expect(sent).toBeDefined();
  const previewed = `A chosen account visits: A link of ${domain} was opened: ${sent}, `;
  await drawer.getByRole('link', { name: previewed }).waitFor();
  expect(await violations(page)).toEqual([]);
});

consoleTest('an alert is made by its kinds, refused, changed, paused, deleted and kept', async () => {
  expectErrors(/400|412|422/);
  const address = `${(await newReceiver()).address}/kinds`;
  const { personId } = await newCompany('alertkinds.example');
  await send('PATCH', `persons/${personId}`, { name: 'Wilhelmina Alertkind' });
  const page = await openReady('#/settings?part=alerts', 'Settings');
  await page.keyboard.press('n');
  const form = dialogOf(page, 'New alert');
  await form.getByLabel('When').selectOption({ label: 'Conversions of a page change' });
  await form.getByLabel('By percent').fill('a lot');
  await form.getByLabel('Goes to').selectOption({ label: 'A new Teams channel …' });
  await submit(form, { Address: address }, 'Create the alert');
  await form.getByRole('alert').filter({ hasText: 'from 1 to 1000' }).waitFor();
  expect(await form.getByLabel('By percent').getAttribute('aria-invalid')).toBe('true');
  expect(await form.getByText(/^When conversions of/).count()).toBe(0);
  await form.getByText('The channel was created, and stays if you cancel: Teams: 127').waitFor();

  await form.getByLabel('When').selectOption({ label: 'A personal link is opened' });
  await form.getByLabel('Whose link?').fill('wilhelmina alert');
  await form.getByRole('list', { name: 'Found' }).getByText('Wilhelmina Alertkind').waitFor();
  await form.getByLabel('Whose link?').press('Enter');
  await form.getByText('When the link of Wilhelmina Alertkind is opened.').waitFor();
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create the alert' }).click();
  // The channel was made with the alert that was refused, and not again.
  await dialogOf(page, 'The alert is on').getByRole('button', { name: 'Done' }).click();
  const { items } = await get<{ items: Webhook[] }>('webhooks?limit=100');
  const channels = items.filter(({ url }) => url === address);
  expect(channels).toMatchObject([{ format: 'teams', types: ['alert.fired'] }]);
  const name = 'When the link of Wilhelmina Alertkind is opened';
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  await row.getByText(/^Teams: 127/).waitFor();

  await row.getByRole('link').click();
  const drawer = page.getByRole('complementary', { name: 'Alert' });
  await drawer.getByRole('button', { name: 'Pause' }).click();
  await row.getByText('Paused').waitFor();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('button', { name: 'Remove Wilhelmina Alertkind' }).click();
  await drawer.getByText('Name and time zone').click();
  await drawer.getByLabel('Name', { exact: true }).fill('Anybody at all');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The alert was saved').waitFor();
  const changed = (await alertsNow()).find((alert) => alert.name === 'Anybody at all');
  expect(changed).toMatchObject({
    isEnabled: false,
    webhookId: channels[0]?.webhookId,
    condition: { type: 'link_opened', personIds: null },
  });

  // Someone else changes it: that is said, it is read again, and the second attempt is made to what is seen.
  await send('PATCH', `alerts/${changed?.alertId}`, { name: 'Of a colleague' });
  await drawer.getByRole('button', { name: 'Resume' }).click();
  await drawer.getByRole('alert').waitFor();
  await drawer.getByText('Of a colleague').waitFor();
  await drawer.getByRole('button', { name: 'Resume' }).click();
  await expect
    .poll(async () => (await alertsNow()).find(({ alertId }) => alertId === changed?.alertId)?.isEnabled)
    .toBe(true);
  await drawer.getByRole('button', { name: 'Delete' }).click();
  const any = page.getByRole('link', { name: 'When the link of any person is opened' });
  await expect.poll(() => any.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await any.waitFor();
  await any.getByText('Of a colleague').waitFor();
  deleteAfterTest(`alerts/${changed?.alertId}`);
});

consoleTest('an account at the side opens the form of an alert, whose button stays in sight', async () => {
  const { accountId } = await newCompany('tellsight.example');
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    const page = await openConsole(`#/accounts?open=${accountId}`, { width, height, own: true });
    await page.getByRole('link', { name: 'Notify me …' }).click();
    const form = dialogOf(page, 'New alert');
    await form.getByRole('list', { name: 'The selected accounts' }).getByText('tellsight.example').waitFor();
    await form.getByText('Name and time zone').click();
    await form.getByRole('button', { name: 'What would it have sent?' }).click();
    await form.getByText(/^It would have sent/).waitFor();
    await expectInSight(form.getByRole('button', { name: 'Create the alert' }));
    await form.getByLabel('Time zone').focus();
    await expectInSight(form.getByLabel('Time zone'));
    expect(await violations(page)).toEqual([]);
  }
});

consoleTest('an alert about somebody who is erased, or about nobody, says so', async () => {
  expectErrors(/404/);
  const { personId } = await newCompany('tellgone.example');
  const { webhookId } = await send('POST', 'webhooks', {
    url: 'https://hooks.tellgone.example/in',
    format: 'slack',
    types: ['alert.fired'],
  });
  const newAlert = (condition: object) =>
    send('POST', 'alerts', { name: 'Of nobody', webhookId, timezone: 'UTC', condition });
  const ofErased = await newAlert({ type: 'link_opened', personIds: [personId] });
  const ofNobody = await newAlert({
    type: 'accounts_visited',
    accountIds: ['account_nope'],
    visits: 1,
    days: 1,
  });
  await send('DELETE', `persons/${personId}`);

  const page = await openConsole(`#/settings?part=alerts&open=${ofErased.alertId}`);
  const drawer = page.getByRole('complementary', { name: 'Alert' });
  await drawer.getByText('The person no longer exists: it cannot fire.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'unknown account account_nope' });
  await row.getByText('Cannot fire').waitFor();
  await row.getByRole('link').click();
  await drawer.getByText('When unknown account account_nope has an engaged visit.').waitFor();
  await drawer.getByText('The account no longer exists: it cannot fire.').waitFor();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('list', { name: 'The selected accounts' }).getByText('account_nope').waitFor();
  deleteAfterTest(`alerts/${ofErased.alertId}`, `alerts/${ofNobody.alertId}`, `webhooks/${webhookId}`);
});
