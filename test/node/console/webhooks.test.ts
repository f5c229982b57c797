import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { alter } from './answers.ts';
import { deleteAfterTest, get, markup, newReceiver, send } from './api.ts';
import { consoleTest, expectErrors, isReady, openConsole, openReady } from './open.ts';
import { askPalette, clipboard, expectInSight, submit, violations } from './tab.ts';

consoleTest('a Slack channel: its address pasted, tried, switched off and on, deleted', async () => {
  const slack = await newReceiver();
  const path = '/services/T0ABC/B0DEF/one9';
  const page = await openReady('#/', 'Overview');
  await askPalette(page, 'slack');
  await page.getByRole('option', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  expect(await form.getByLabel('A Slack channel').isChecked()).toBe(true);
  await form.getByLabel('Address').fill(`${slack.address}${path}`);
  const visits = form.getByLabel('Visits', { exact: true });
  expect(await visits.count()).toBe(0);
  // An alert names its webhook.
  expect(await form.getByLabel('Alerts', { exact: true }).count()).toBe(0);
  await form.getByText('What your team and programs do').click();
  await expectInSight(form.getByRole('button', { name: 'Create the webhook' }));
  await form.getByRole('button', { name: 'Create the webhook' }).click();
  const made = page.getByRole('dialog', { name: 'The webhook was created' });
  await made.getByRole('button', { name: 'Send a test' }).click();
  await made.getByText('It arrived: 204').waitFor();
  // It is told of the visits of other tests, too.
  expect(new Set(slack.received.map((request) => request.path))).toEqual(new Set([path]));
  expect(JSON.parse(slack.received[0]?.body ?? '')).toHaveProperty('text');
  // Nothing verifies a secret there.
  expect(await made.getByText('whsec_').count()).toBe(0);
  await made.getByRole('button', { name: 'Done' }).click();

  const name = /^Slack: 127\.0\.0\.1:\d+\/…one9$/;
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  expect(await row.getByRole('cell').allTextContents()).toEqual(['Known visitors, Forms', 'On ', 'now']);
  await alter<object>(page, /\/deliveries\?/, (answer) => ({ ...answer, items: [] }));
  await row.getByRole('link').click();
  const drawer = page.getByRole('complementary', { name: 'Webhook' });
  await drawer.getByText('Nothing was sent yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Switch off' }).click();
  await row.getByText('Off', { exact: true }).waitFor();
  await drawer.getByText('Someone switched it off.').waitFor();
  await drawer.getByRole('button', { name: 'Switch on' }).click();
  await row.getByText('On', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  const ask = page.getByRole('dialog', { name: /^Delete “Slack: / });
  await ask.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByText('The webhook was deleted').waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

consoleTest('a program: refused at its field, the secret shown once and rotated, changed', async () => {
  expectErrors(/400/);
  const program = await newReceiver();
  const page = await openConsole('#/settings?part=webhooks&new=webhook');
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('A program').check();
  expect(await form.getByLabel('Visits', { exact: true }).isChecked()).toBe(false);
  await form.getByLabel('Address').fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'None' }).click();
  await form.getByRole('button', { name: 'Create the webhook' }).click();
  await form.getByRole('alert').filter({ hasText: 'must have at least 1 item' }).waitFor();
  await form.getByRole('alert').filter({ hasText: 'must begin with https://' }).waitFor();
  expect(await form.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('Address').fill(`${program.address}/hook`);
  await form.getByText('What your team and programs do').click();
  await form.getByLabel('Pages', { exact: true }).check();
  await form.getByLabel('Strict order').check();
  await form.getByRole('button', { name: 'Create the webhook' }).click();

  const made = page.getByRole('dialog', { name: 'The webhook was created' });
  await made.getByText('It is shown only once').waitFor();
  await page.keyboard.press('Escape');
  await made.getByRole('button', { name: 'Copy the secret' }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^whsec_/);
  const secret = await clipboard(page);
  expect(await violations(page)).toEqual([]);
  await made.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: /^Program: 127\.0\.0\.1:\d+\/hook$/ }).click();
  const drawer = page.getByRole('complementary', { name: 'Webhook' });
  await drawer.getByText('Strict: nothing is sent').waitFor();
  expect(await page.content()).not.toContain(secret);

  // What was sent stands above the button: it moves when that arrives, and a click would miss it.
  await isReady(page, 'Settings');
  await drawer.getByRole('button', { name: 'Rotate the secret' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate the secret' });
  await rotate.getByLabel('The old secret works').selectOption({ label: 'For another hour' });
  await rotate.getByRole('button', { name: 'Create the new secret' }).click();
  const rotated = page.getByRole('dialog', { name: 'The new secret' });
  await rotated.getByText('each event is signed with the old secret, too').waitFor();
  await rotated.getByRole('button', { name: 'Copy the secret' }).click();
  await expect.poll(() => clipboard(page)).not.toBe(secret);
  const fresh = await clipboard(page);
  await rotated.getByRole('button', { name: 'Done' }).click();
  await drawer.getByRole('button', { name: 'Send a test' }).click();
  await drawer.getByText('It arrived: 204').waitFor();
  // Other tests make pages meanwhile.
  const tests = program.received.filter(({ body }) => JSON.parse(body).type === 'webhook.test');
  const { headers, body } = tests.at(-1) ?? { headers: {}, body: '' };
  for (const valid of [secret, fresh])
    expect(new Webhook(valid).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
    });

  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('button', { name: 'All', exact: true }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook was saved').waitFor();
  await drawer.getByRole('definition').filter({ hasText: /^All$/ }).waitFor();
});

consoleTest('what was sent has the receiver’s answer, and is sent again, or all since a time', async () => {
  let isWell = false;
  const receiver = await newReceiver({
    '/ill': (response) =>
      isWell ? response.writeHead(204).end() : response.writeHead(503).end(`${markup} no room`),
  });
  const { webhookId } = await send('POST', 'webhooks', {
    url: `${receiver.address}/ill`,
    types: ['page.created'],
  });
  await send('POST', 'pages', { title: 'Delivered', url: 'https://delivered.example/' });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const page = await openReady(`#/settings?part=webhooks&open=${webhookId}`, 'Settings');
  const drawer = page.getByRole('complementary', { name: 'Webhook' });
  // Other tests make pages meanwhile: the oldest event stays the last.
  const delivery = drawer.getByRole('listitem').filter({ hasText: 'Page: created' }).last();
  await expect
    .poll(async () => {
      await drawer.getByRole('button', { name: 'Refresh' }).click();
      return delivery.allTextContents();
    })
    .toEqual([expect.stringContaining('It answered 503.')]);
  await delivery.getByText('Waiting').click();
  // An erasure of another test takes all answers. Then it is sent again.
  const answer = delivery.getByText(`${markup} no room`);
  const isAnswered = async () => {
    if ((await answer.count()) > 0) return true;
    await delivery.getByRole('button', { name: 'Resend' }).click();
    await drawer.getByRole('button', { name: 'Refresh' }).click();
    return false;
  };
  await expect.poll(isAnswered, { interval: 1000 }).toBe(true);
  expect(await page.locator('img').count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  isWell = true;
  await delivery.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('It is being resent').waitFor();
  await expect
    .poll(async () => {
      await drawer.getByRole('button', { name: 'Refresh' }).click();
      return delivery.allTextContents();
    })
    .toEqual([expect.stringContaining('Arrived')]);
  await drawer.getByRole('navigation', { name: 'Result' }).getByText('Failed').click();
  await drawer.getByText('None of these').waitFor();

  const before = receiver.received.length;
  await drawer.getByRole('button', { name: 'Resend since …' }).click();
  const since = page.getByRole('dialog', { name: 'Resend events since …' });
  await since.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('Events since then are being resent').waitFor();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
});

consoleTest('a webhook for alerts alone stays so when its address is changed', async () => {
  const { webhookId } = await send('POST', 'webhooks', {
    url: 'https://hooks.alone.example/old',
    format: 'slack',
    types: ['alert.fired'],
  });
  const page = await openConsole(`#/settings?part=webhooks&open=${webhookId}`);
  const drawer = page.getByRole('complementary', { name: 'Webhook' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('button', { name: 'None' }).click();
  await submit(drawer, { Address: 'https://hooks.alone.example/new' }, 'Save');
  await page.getByText('The webhook was saved').waitFor();
  expect(await get(`webhooks/${webhookId}`)).toMatchObject({
    url: 'https://hooks.alone.example/new',
    types: ['alert.fired'],
  });
  deleteAfterTest(`webhooks/${webhookId}`);
});
