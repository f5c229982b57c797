import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { get, markup, newPerson, send } from './api.ts';
import { consoleTest, openConsole, openReady } from './open.ts';

consoleTest('search asks once for what was typed last, and the fragment keeps it', async () => {
  const id = await newPerson('Ottilie Searched', 'ottilie@searched.example');
  const page = await openReady('#/persons', 'Persons', { own: true });
  const requests = askedBy(page);
  const asked = () =>
    requests.filter(({ path }) => path === '/v0/persons/search').map(({ query }) => query.get('query'));
  await page.keyboard.press('s');
  // The time of the page stands while one types, however long that takes here.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type('ottilie searched');
  expect(asked()).toEqual([]);
  await page.clock.resume();
  await page.waitForURL(/#\/persons\?q=ottilie\+searched$/);
  await page.getByText('1 person found').waitFor();
  expect(asked()).toEqual(['ottilie searched']);
  // Enter goes to who was found, and opens them.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`open=${id}`));
  await page.reload();
  await page.getByRole('link', { name: 'Ottilie Searched' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('ottilie searched');
});

consoleTest('the timeline says when, filters, and has visits; what people send is text', async () => {
  const id = await newPerson(markup, 'markup@person.example');
  const earlier = { source: 'import', type: 'deal-lost', payload: {}, occurredAt: '2020-06-15T12:00:00Z' };
  await send('POST', 'person_logs', { personId: id, ...earlier });
  const page = await openConsole(`#/persons?q=markup@person&open=${id}`);
  const drawer = page.getByRole('complementary', { name: 'Person' });
  // It stands where it happened, and not where it was received.
  await drawer.getByRole('heading', { name: 'Jun 2020' }).waitFor();
  await drawer.locator('summary', { hasText: 'deal-lost' }).waitFor();
  // Only logs have a source and a type.
  await drawer.getByRole('link', { name: 'Logs' }).click();
  await drawer.getByLabel('Source').selectOption('crm');
  await page.waitForURL(/source=crm/);
  await expect.poll(() => drawer.locator('summary', { hasText: 'form-submitted' }).count()).toBe(0);
  const dealWon = drawer.locator('summary', { hasText: 'deal-won' });
  await dealWon.waitFor();
  await drawer.getByLabel('Type').selectOption('form-submitted');
  await drawer.getByText('Nothing of this kind for this person').waitFor();
  await drawer.getByRole('link', { name: 'Show everything' }).click();
  await drawer.locator('summary', { hasText: 'form-submitted' }).waitFor();

  await dealWon.click();
  await drawer.getByText(`"${markup}"`).waitFor();
  await page.getByRole('link', { name: markup }).waitFor();
  expect(await page.locator('img').count()).toBe(0);

  const invoice = { number: `TM-1 ${markup}`, currency: 'usd', amount_paid: 24_000 };
  const payload = { object: 'event', type: 'invoice.paid', data: { object: invoice } };
  await send('POST', 'person_logs', { personId: id, source: 'stripe', type: 'invoice-paid', payload });
  await page.reload();
  await drawer.locator('summary', { hasText: `Invoice TM-1 ${markup} paid, US$240` }).waitFor();
  expect(await page.locator('img').count()).toBe(0);

  const { items } = await get<{ items: { personId: string }[] }>('persons/search?query=zoe+castellane');
  await page.goto(new URL(`#/persons?open=${items[0]?.personId}`, page.url()).href);
  await drawer.getByRole('link', { name: 'Visits' }).click();
  const visit = drawer.locator('summary', { hasText: /through their link|Sent the form on/ }).first();
  await visit.click();
  await drawer.getByText('Engaged').first().waitFor();
  expect(await drawer.getByLabel('Source').count()).toBe(0);
});

consoleTest('a person leads to the account of their company', async () => {
  const id = await newPerson('With Company', 'with@company-of-person.example');
  const page = await openConsole('#/persons');
  const asked = askedBy(page);
  await page.goto(new URL(`#/persons?open=${id}`, page.url()).href);
  await page.getByRole('link', { name: 'company-of-person.example' }).click();
  const lists = asked.filter(({ path }) => path === '/v0/accounts');
  expect(lists.map(({ query }) => String(query))).toEqual(['domain=company-of-person.example']);
  const account = page.getByRole('complementary', { name: 'Account' });
  await account.getByRole('link', { name: 'With Company' }).click();
  const person = page.getByRole('complementary', { name: 'Person' });
  await person.locator('summary', { hasText: 'deal-won' }).waitFor();
});
