import { expect } from 'vitest';
import { alter, askedBy } from './answers.ts';
import { get, importVisits, markup, newAudience, newLink, newPerson, send } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady } from './open.ts';
import { press, submit, violations } from './tab.ts';

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
  await press(page, 'Enter', 'Enter');
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
  await drawer.locator('summary', { hasText: 'Deal lost' }).waitFor();
  // Only logs have a source and a type.
  await drawer.getByRole('link', { name: 'Logs' }).click();
  await drawer.getByLabel('Source').selectOption('crm');
  await page.waitForURL(/source=crm/);
  await expect.poll(() => drawer.locator('summary', { hasText: 'Form received' }).count()).toBe(0);
  const dealWon = drawer.locator('summary', { hasText: 'Deal won' });
  await dealWon.waitFor();
  await drawer.getByLabel('Type').selectOption('form-submitted');
  await drawer.getByText('Nothing of this kind for this person').waitFor();
  await drawer.getByRole('link', { name: 'Show everything' }).click();
  await drawer.locator('summary', { hasText: 'Form received' }).waitFor();

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
  await go(page, `#/persons?open=${items[0]?.personId}`);
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
  await go(page, `#/persons?open=${id}`);
  await page.getByRole('link', { name: 'company-of-person.example' }).click();
  const lists = asked.filter(({ path }) => path === '/v0/accounts');
  expect(lists.map(({ query }) => String(query))).toEqual(['domain=company-of-person.example']);
  const account = page.getByRole('complementary', { name: 'Account' });
  const colleague = account.getByRole('link', { name: 'With Company' });
  await colleague.locator('[data-initials="WC"]').waitFor();
  await colleague.click();
  const person = page.getByRole('complementary', { name: 'Person' });
  await person.locator('.record-name [data-initials="WC"]').waitFor();
  await person.locator('summary', { hasText: 'Deal won' }).waitFor();
});

consoleTest('a person is created; who has the email already is a link away', async () => {
  expectErrors(/409/);
  const taken = await newPerson('Taken Already', 'taken@created.example');
  const page = await openConsole('#/persons?new=person');
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await submit(dialog, { Name: markup, Email: 'taken@created.example' }, 'Create the person');
  await dialog.getByText('Another person has this identifier').waitFor();
  const link = dialog.getByRole('link', { name: 'Open the person who has it' });
  expect(await link.getAttribute('href')).toContain(`open=${taken}`);
  await submit(dialog, { Email: 'new@created.example' }, 'Create the person');
  const drawer = page.getByRole('complementary', { name: 'Person' });
  await drawer.locator('.record-name', { hasText: markup }).waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(page.url()).not.toContain('new=');
});

consoleTest('erasing says what goes, and wants the name or email, and the person as seen', async () => {
  expectErrors(/404|412/);
  const id = await newPerson('Erika Erased', 'erika@erased.example');
  const page = await openConsole(`#/persons?q=erika&open=${id}`);
  const drawer = page.getByRole('complementary', { name: 'Person' });
  await drawer.getByRole('button', { name: 'Erase …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Erika Erased?' });
  await dialog.getByText('2 logs, with their content').waitFor();
  const words = (await dialog.textContent()) ?? '';
  expect(words).toContain('These are removed at once');
  expect(words).toContain('The person: name, email.');
  // She is the only one of her company, so its account goes, too.
  const [goes = '', stays = ''] = words.split('These stay:');
  expect(goes).toContain('The account of the company, erased.example: it has no other person');
  expect(stays).not.toContain('account');
  expect(words).toContain('For 14 days, a fingerprint');
  expect(await violations(page)).toEqual([]);
  const confirm = dialog.getByLabel('Type the name or the email of the person');
  // Enter once more than meant erases nobody.
  for (const typed of ['', 'Erik']) {
    await confirm.fill(typed);
    await confirm.press('Enter');
    await dialog.getByText('This is neither the name nor the email').waitFor();
  }
  expect(await get(`persons/${id}`)).toMatchObject({ personId: id });
  await confirm.fill('ERIKA@erased.example');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('The person was erased, with 2 logs').waitFor();
  await page.getByText('No persons match “erika”').waitFor();
  expect(page.url()).not.toContain('open=');
  await expect(get(`persons/${id}`)).rejects.toThrow('404');
  // Nor does the console remember them.
  await page.evaluate((address) => location.assign(address), `#/persons?open=${id}`);
  await drawer.getByText('No such person').waitFor();
  expect(await drawer.textContent()).not.toContain('Erika');

  // One who was changed meanwhile is erased only after it was seen.
  const changed = await newPerson('Changed Meanwhile', 'changed@meanwhile.example');
  await newPerson('Colleague', 'colleague@meanwhile.example');
  const made = await newAudience({ personId: changed, metadataOverride: { title: 'Hello Changed' } });
  await made.publish();
  await newLink(made);
  await go(page, `#/persons?open=${changed}`);
  await drawer.getByRole('button', { name: 'Erase …' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText('The account of the company, meanwhile.example: it has 1 other person.').waitFor();
  // The page that was made for them would stay live, with their name: it can be archived first.
  await asked.getByText('1 audience that was made for the person, 1 live, and 1 link to it').waitFor();
  await asked.getByRole('button', { name: 'See them, to archive or delete them first' }).click();
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('made-for');
  await drawer.getByRole('button', { name: 'Erase …' }).click();
  await asked.getByLabel('Type the name').fill('changed@meanwhile.example');
  await send('PATCH', `persons/${changed}`, { name: 'Changed Now' });
  await asked.getByRole('button', { name: 'Erase for good' }).click();
  await asked.getByText('It has changed since it was read').waitFor();
  await page.getByRole('dialog', { name: 'Erase Changed Now?' }).waitFor();
  await asked.getByRole('button', { name: 'Erase for good' }).click();
  // The words of the first erasure may still be there.
  await expect.poll(() => get(`persons/${changed}`).catch(String)).toContain('404');
});

consoleTest('audiences have the new name of their person, and not that of one who was erased', async () => {
  const id = await newPerson('Nora Named', 'nora@named.example');
  const page = await openConsole('#/settings');
  let name = 'Nora Named';
  // The audience that the sentence is about is hers.
  interface Answer {
    items: { name: string; totalSessions: number }[];
    comparison: { first: object } | null;
  }
  await alter<Answer>(page, '**/v0/analytics/audiences?*', ({ items, comparison, ...answer }) => ({
    ...answer,
    items: items.map((item, index) => ({
      ...item,
      ...(index === 0 && { name, totalSessions: 1000, conversionCount: 999, conversionRate: 0.999 }),
    })),
    comparison: comparison && { ...comparison, first: { ...comparison.first, name } },
  }));
  const sentence = page.locator('.in-short p');
  await go(page, '#/');
  await isReady(page, 'Overview');
  await sentence.getByRole('link', { name: 'Nora Named' }).waitFor();

  await go(page, `#/persons?open=${id}`);
  const drawer = page.getByRole('complementary', { name: 'Person' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await submit(drawer, { Name: 'Nora Renamed' }, 'Save');
  await drawer.locator('.record-name', { hasText: 'Nora Renamed' }).waitFor();
  name = 'Nora Renamed';
  await go(page, '#/');
  await sentence.getByRole('link', { name: 'Nora Renamed' }).waitFor();

  await go(page, `#/persons?open=${id}`);
  await drawer.getByRole('button', { name: 'Erase …' }).click();
  const dialog = page.getByRole('dialog');
  // What goes is asked for, and must not be gone meanwhile.
  await dialog.locator('[aria-busy="false"]').waitFor();
  await submit(dialog, { 'Type the name': 'Nora Renamed' }, 'Erase for good');
  await page.getByText('The person was erased').waitFor();
  // Nor is she named while the service is asked again.
  await page.route('**/v0/analytics/audiences?*', () => {});
  await go(page, '#/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByText('In short …').waitFor();
  expect(await page.getByText('Nora Renamed').count()).toBe(0);
});

consoleTest('a campaign and a name that look like others are told apart', async () => {
  const name = `Zoe\u202e \u200bLind ${'\u05d3\u05d5\u05d3'}`;
  const { personId } = await send('POST', 'persons', { name });
  const page = await openReady(`#/persons?open=${personId}`, 'Persons');
  await page.getByText('Zoe[U+202E] [U+200B]Lind').first().waitFor();
  const { pageId } = await send('POST', 'pages', { title: 'Look alike', url: 'https://alike.example/' });
  const utmCampaign = 'spring\u200b-launch';
  await importVisits(pageId ?? '', Date.now() - 60_000, { utmCampaign });
  const query = new URLSearchParams({ view: 'sessions', utmCampaign });
  await goTo(page, `#/pages/${pageId}?${query}`, 'Look alike');
  await page.getByText('spring[U+200B]-launch').first().waitFor();
  // The stored value is the one that was sent.
  expect(new URLSearchParams(page.url().split('?')[1]).get('utmCampaign')).toBe(utmCampaign);
});
