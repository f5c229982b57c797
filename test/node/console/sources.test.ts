import { createHmac, randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { alter } from './answers.ts';
import { deleteAfterTest, get, markup, newKey, send } from './api.ts';
import { consoleTest, expectErrors, isReady, openConsole, openReady } from './open.ts';
import { allViolations, clipboard, focused, overflow, violations } from './tab.ts';

type Headers = Record<string, string>;

/** Sends a delivery as a provider does. */
async function deliver(url: string, body: string, headers: Headers): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(text).digest(encoding);

function stripeSignature(secret: string, body: string): Headers {
  const time = Math.floor(Date.now() / 1000);
  return { 'stripe-signature': `t=${time},v1=${hmac(secret, `${time}.${body}`, 'hex')}` };
}

const typeformSignature = (secret: string, body: string): Headers => ({
  'typeform-signature': `sha256=${hmac(secret, body, 'base64')}`,
});

/** A checkout as Stripe sends it. Without an email it names nobody. */
const checkout = (email: string | null, name: string, metadata = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    type: 'checkout.session.completed',
    data: { object: { object: 'checkout.session', metadata, customer_details: { email, name } } },
  });

const unique = () => randomUUID().slice(0, 8);
const drawerOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Source' });
/** The id of the record that is open. */
const openId = (page: Page): string => new URLSearchParams(page.url().split('?')[1]).get('open') ?? '';

/** Counts what a marketer does: clicks, and texts that are pasted. */
function counted() {
  let count = 0;
  return {
    click: (control: Locator) => {
      count++;
      return control.click();
    },
    paste: async (page: Page, field: Locator, text: string) => {
      count++;
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await field.focus();
      await page.keyboard.press('Control+v');
    },
    count: () => count,
  };
}

consoleTest('Stripe is connected in five actions, and its checkout stands in the timeline', async () => {
  const page = await openReady('#/settings?part=sources', 'Settings');
  const does = counted();
  await does.click(page.getByRole('link', { name: 'Connect', exact: true }));
  await does.click(page.getByRole('dialog').getByRole('button', { name: 'Stripe' }));
  const drawer = drawerOf(page);
  await drawer.getByText('Developers › Webhooks › Add destination').waitFor();
  deleteAfterTest(`sources/${openId(page)}`);
  await does.click(drawer.getByRole('button', { name: 'Copy the address' }));
  await expect.poll(() => clipboard(page)).toMatch(/\/v0\/intake\/src_main_/);
  const url = await clipboard(page);
  // Stripe shows its secret once it has the address.
  const secret = `whsec_${randomUUID()}`;
  await does.paste(page, drawer.getByLabel('Signing secret'), secret);
  await does.click(drawer.getByRole('button', { name: 'Save the secret' }));
  await drawer.getByText('Waiting for the first delivery …').waitFor();
  expect(does.count()).toBe(5);
  // The field has gone: who reads by ear goes on where the delivery is awaited.
  await expect.poll(() => focused(page, 'aria-label')).toBe('First delivery');
  expect(await violations(page)).toEqual([]);
  expect(await page.content()).not.toContain(secret);

  const email = `zoe-${unique()}@stripe.example`;
  const body = checkout(email, 'Zoë Lindqvist');
  // Somebody else's is not shown.
  expect((await deliver(url, body, stripeSignature('whsec_of_another_one', body))).status).toBe(401);
  expect((await deliver(url, body, stripeSignature(secret, body))).status).toBe(200);
  await drawer.getByText('Received: Checkout session completed, logged for Zoë Lindqvist').waitFor();
  await drawer.getByText('1, of which 1 were logged').waitFor();
  await drawer.getByRole('link', { name: 'Show the person' }).click();
  const person = page.getByRole('complementary', { name: 'Person' });
  await person.getByText(email).first().waitFor();
  await person.getByText('stripe', { exact: false }).first().waitFor();
});

consoleTest('Typeform is connected in four actions: its secret is made up and copied', async () => {
  const page = await openReady('#/settings?part=sources', 'Settings');
  const does = counted();
  await does.click(page.getByRole('link', { name: 'Connect', exact: true }));
  await does.click(page.getByRole('dialog').getByRole('button', { name: 'Typeform' }));
  const drawer = drawerOf(page);
  await drawer.getByText('Your form › Connect › Webhooks › Add a webhook').waitFor();
  deleteAfterTest(`sources/${openId(page)}`);
  await does.click(drawer.getByRole('button', { name: 'Copy the address' }));
  await expect.poll(() => clipboard(page)).toMatch(/\/v0\/intake\/src_main_/);
  const url = await clipboard(page);
  await does.click(drawer.getByRole('button', { name: 'Create and copy a secret' }));
  await drawer.getByText('Waiting for the first delivery …').waitFor();
  await expect.poll(() => clipboard(page)).toMatch(/^[\w-]{40}$/);
  const secret = await clipboard(page);
  expect(does.count()).toBe(4);
  expect(await violations(page)).toEqual([]);

  const email = `ida-${unique()}@typeform.example`;
  const body = JSON.stringify({
    event_id: randomUUID(),
    event_type: 'form_response',
    form_response: {
      submitted_at: new Date().toISOString(),
      definition: { title: `Demo request ${markup}`, fields: [{ id: 'mail', title: 'Your email' }] },
      answers: [{ type: 'email', email, field: { id: 'mail', type: 'email', ref: 'mail' } }],
    },
  });
  expect((await deliver(url, body, typeformSignature(secret, body))).status).toBe(200);
  await drawer.getByText('Received: Form answered, logged for').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  await drawer.getByRole('link', { name: 'Show the person' }).click();
  const person = page.getByRole('complementary', { name: 'Person' });
  await person.getByText(email).first().waitFor();
  await person.getByText('Demo request', { exact: false }).first().waitFor();
});

/** A source with a secret, and what sends it a delivery of Stripe. */
async function newSource(name: string) {
  const { sourceId = '', url = '' } = await send('POST', 'sources', { provider: 'stripe', name });
  deleteAfterTest(`sources/${sourceId}`);
  const secret = `whsec_${randomUUID()}`;
  await send('POST', `sources/${sourceId}/secret`, { secret });
  const receive = async (body: string) =>
    expect((await deliver(url, body, stripeSignature(secret, body))).status).toBe(200);
  return { sourceId, secret, receive };
}

consoleTest('a source is renamed, gets another secret, and comes back after it was deleted', async () => {
  expectErrors(/400/);
  const { sourceId, secret } = await newSource(`renamed-${unique()}`);
  const page = await openReady(`#/settings?part=sources&open=${sourceId}`, 'Settings');
  const drawer = drawerOf(page);
  const name = `stripe-${unique()}`;
  await drawer.getByRole('button', { name: 'Rename' }).click();
  await drawer.getByLabel('Name').fill('No Name');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('alert').waitFor();
  await drawer.getByLabel('Name').fill(name);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The source was saved').waitFor();
  await page.getByRole('link', { name: `Stripe: ${name}` }).waitFor();

  await drawer.getByRole('button', { name: 'Replace …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the secret' });
  await dialog.getByLabel('Signing secret').fill('too short');
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Signing secret').fill(`whsec_${randomUUID()}`);
  await dialog.getByLabel('The old secret works').selectOption({ label: 'For another day' });
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText('The secret was replaced').waitFor();
  await drawer.getByText(/^works until /).waitFor();
  expect(await page.content()).not.toContain(secret);

  await drawer.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByRole('link', { name: `Stripe: ${name}` }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: `Stripe: ${name}` }).waitFor();
  expect(await get(`sources/${sourceId}`)).toMatchObject({ name });
});

consoleTest('a mapping is changed as text, refused at its field, and the ready one comes back', async () => {
  expectErrors(/400/);
  const { sourceId, receive } = await newSource(`mapped-${unique()}`);
  const page = await openReady(`#/settings?part=sources&open=${sourceId}&tab=mapping`, 'Settings');
  const drawer = drawerOf(page);
  await drawer.getByText('The ready mapping of the service').waitFor();
  await drawer.getByRole('button', { name: 'Edit the mapping' }).click();
  await drawer.getByLabel('Email').fill('data.buyer');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('alert').filter({ hasText: 'must be a path such as' }).waitFor();
  await drawer.getByLabel('Email').fill('$.data.object.metadata.buyer');
  await drawer.getByLabel('Types that are left out').fill('charge-refunded');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('A mapping of your own').waitFor();
  await drawer.getByText('$.data.object.metadata.buyer').waitFor();
  expect(await violations(page)).toEqual([]);
  const email = `map-${unique()}@stripe.example`;
  await receive(checkout(null, 'Maya Mapped', { buyer: email }));
  expect(await get(`sources/${sourceId}`)).toMatchObject({ loggedCount: 1, keptCount: 0 });
  expect(await get(`sources/${sourceId}`)).toMatchObject({
    ownMapping: { email: ['$.data.object.metadata.buyer'], excludedTypes: ['charge-refunded'] },
  });
  await drawer.getByRole('button', { name: 'Use the ready mapping for Email' }).click();
  await page.getByText('Email is as in the ready mapping again').waitFor();
  await drawer.getByText('$.data.object.customer_email').waitFor();
  await drawer.getByRole('button', { name: 'Use the ready mapping', exact: true }).click();
  await drawer.getByText('The ready mapping of the service').waitFor();
});

consoleTest('a click says what the email is, and what was kept becomes logs', async () => {
  const { sourceId, receive } = await newSource(`kept-${unique()}`);
  const name = `Kira Kept ${markup}`;
  const emails = [1, 2].map((n) => `kept-${n}-${unique()}@stripe.example`);
  for (const buyer of emails) await receive(checkout(null, name, { buyer }));
  await receive(checkout(null, 'Nobody'));
  const page = await openReady(`#/settings?part=sources&open=${sourceId}`, 'Settings');
  const drawer = drawerOf(page);
  await drawer.getByRole('link', { name: '3', exact: true }).click();
  const kept = drawer.getByRole('region', { name: 'Kept' });
  await kept.getByText('it names nobody').first().waitFor();
  expect(await kept.getByText('Checkout session completed').count()).toBe(3);
  await kept.getByText('Checkout session completed').nth(1).click();
  const naming = kept.getByRole('list', { name: 'What may name the person' });
  await naming.getByText(emails[1] ?? '').waitFor();
  expect(await allViolations(page)).toEqual([]);
  await naming.getByRole('button', { name: 'This is the email' }).click();
  await page.getByText('The email is now looked for at $.data.object.metadata.buyer first').waitFor();
  // A name has no form by which it is known: it is chosen in the body.
  await kept.getByRole('button', { name }).click();
  await kept.getByRole('button', { name: 'This is the name' }).click();
  await page.getByText('The name is now looked for at').waitFor();
  const source = await get<{ ownMapping: object }>(`sources/${sourceId}`);
  expect(source.ownMapping).toMatchObject({
    email: expect.arrayContaining(['$.data.object.metadata.buyer']),
    name: expect.arrayContaining(['$.data.object.customer_details.name']),
  });
  expect(Object.keys(source.ownMapping)).toEqual(['email', 'name']);

  await kept.getByRole('button', { name: 'Use the mapping for all kept' }).click();
  const became = kept.getByRole('region', { name: 'What became of them' });
  await became.getByText('2 were logged, 1 is still kept').waitFor();
  await became.getByText('still kept, it names nobody').waitFor();
  await expect.poll(() => became.getByRole('link', { name }).count()).toBe(2);
  expect(await page.locator('img').count()).toBe(0);
  expect(await get(`sources/${sourceId}`)).toMatchObject({ loggedCount: 2, keptCount: 1, receivedCount: 3 });
  expect(await allViolations(page)).toEqual([]);
  await became.getByRole('link', { name }).first().click();
  const person = page.getByRole('complementary', { name: 'Person' });
  await person
    .getByText(emails[0] ?? '')
    .first()
    .waitFor();
});

consoleTest('a kept delivery is deleted, and comes back if that is undone', async () => {
  const { sourceId, receive } = await newSource(`kept-${unique()}`);
  await receive(checkout(null, 'Nobody'));
  const page = await openReady(`#/settings?part=sources&open=${sourceId}&tab=kept`, 'Settings', {
    width: 360,
  });
  const kept = drawerOf(page).getByRole('region', { name: 'Kept' });
  const item = kept.getByText('Checkout session completed');
  await item.click();
  await kept.getByText('Click a value to say what it is.').waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await allViolations(page)).toEqual([]);
  await kept.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => item.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await item.click();
  await kept.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => item.count()).toBe(0);
  await expect.poll(() => get(`sources/${sourceId}`), { timeout: 15_000 }).toMatchObject({ keptCount: 0 });
  await kept.getByText('Nothing is kept').waitFor();
});

consoleTest('an empty workspace says what a source is for, and offers the eight services', async () => {
  const page = await openReady('#/settings?part=sources', 'Settings', {
    width: 360,
    before: (opened) => alter<object>(opened, /\/v0\/sources\?/, (answer) => ({ ...answer, items: [] })),
  });
  await page.getByText('No sources yet').waitFor();
  expect(await page.getByRole('list', { name: 'Services' }).getByRole('button').count()).toBe(8);
  expect(await overflow(page)).toBe(0);
  expect(await allViolations(page)).toEqual([]);
});

consoleTest('a key that may only read sees what came, and no address or button that changes', async () => {
  const { sourceId, receive } = await newSource(`read-${unique()}`);
  await receive(checkout(`read-${unique()}@stripe.example`, 'Rea Only'));
  const page = await openConsole(`#/settings?part=sources&open=${sourceId}`, { key: await newKey('read') });
  await isReady(page, 'Settings');
  const drawer = drawerOf(page);
  await drawer.getByText('Checkout session completed').waitFor();
  await drawer.getByRole('link', { name: 'Rea Only' }).waitFor();
  await receive(checkout(null, 'Nobody', { note: `kept ${markup}` }));
  await drawer.getByRole('link', { name: 'Kept', exact: true }).click();
  await drawer.getByRole('region', { name: 'Kept' }).getByText('Checkout session completed').click();
  await drawer.getByText(`kept ${markup}`, { exact: false }).waitFor();
  expect(await drawer.getByRole('button', { name: /This is|Use the mapping/ }).count()).toBe(0);
  for (const name of ['Rename', 'Delete', 'Replace …'])
    expect(await drawer.getByRole('button', { name }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Connect', exact: true }).count()).toBe(0);
});
