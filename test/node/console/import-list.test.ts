import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PersonList } from '../../../src/people/persons/schemas.ts';
import { askedBy, hold, refuse } from './answers.ts';
import { get, newKey } from './api.ts';
import { consoleTest, expectErrors, openConsole, openReady } from './open.ts';
import { askPalette, overflow, violations } from './tab.ts';

let lists = 0;
/** The people of a list of a test: nobody else has them. */
const people = (count: number) => {
  const list = `list${lists++}`;
  return Array.from({ length: count }, (_, index) => ({
    name: `Person ${index} of ${list}`,
    email: `p${index}@${list}.example`,
  }));
};
type Someone = ReturnType<typeof people>[number];

const csvOf = (some: Someone[], ...more: string[]) =>
  Buffer.from(
    ['\ufeffName;E-Mail;Telefon;Firma', ...some.map(({ name, email }) => `${name};${email};;`), ...more].join(
      '\r\n',
    ),
  );
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import a list' });
const choose = (page: Page, buffer: Buffer, name = 'contacts.csv') =>
  dialog(page)
    .getByLabel('Choose a CSV file, or drop it here')
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
/** What became of the rows, by its label. */
const count = async (page: Page, label: string) =>
  (await dialog(page).locator('.stat', { hasText: label }).locator('dd').textContent())?.trim();
const counts = (page: Page) =>
  Promise.all(['New', 'Changed', 'There already', 'Refused'].map((label) => count(page, label)));
const found = async ({ email }: Someone) =>
  (await get<PersonList>(`persons/search?query=${encodeURIComponent(email)}`)).totalCount;

consoleTest('a list is tried, changed, imported, and sent again without a second effect', async () => {
  const some = people(3);
  const [first] = some as [Someone];
  const file = csvOf(some, 'Tom;tom@;;', `Zoe;zoe@${first.email.split('@')[1]};0151 12345678;Acme ${lists}`);
  const page = await openReady('#/persons', 'Persons');
  await page.getByRole('link', { name: 'Import a list' }).click();
  expect(await violations(page)).toEqual([]);
  await choose(page, file);
  await dialog(page).getByText('contacts.csv: 5 rows, 4 columns, UTF-8.').waitFor();
  await expect.poll(() => counts(page)).toEqual(['3', '0', '0', '2']);
  await expect
    .poll(() => page.locator('[aria-live]').allTextContents())
    .toContain('3 new, 0 changed, 0 there already, 2 refused');
  const isFocusInside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  expect(await isFocusInside()).toBe(true);
  await dialog(page).getByText('Row 5 E-Mail “tom@” must have one @').waitFor();
  await dialog(page).getByText('A company that gets its name from the list stays').waitFor();
  expect(await found(first)).toBe(0);
  expect(await violations(page)).toEqual([]);

  await dialog(page).getByLabel('Phone numbers without a country').selectOption('Germany (+49)');
  await expect.poll(() => counts(page)).toEqual(['4', '0', '0', '1']);
  await dialog(page).getByRole('button', { name: 'Import 5 rows' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect(await isFocusInside()).toBe(true);
  expect(await counts(page)).toEqual(['4', '0', '0', '1']);
  expect(await found(first)).toBe(1);
  expect(await violations(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download the refused rows' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^footfall-refused-rows-.*\.csv$/);
  expect(parse(readFileSync(await download.path()), { bom: true })).toEqual([
    ['Row', 'Reason', 'Name', 'E-Mail', 'Telefon', 'Firma'],
    ['5', expect.stringContaining('“tom@” must have one @'), 'Tom', 'tom@', '', ''],
  ]);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await dialog(page).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Import a list' }).click();
  await choose(page, file);
  await dialog(page).getByLabel('Phone numbers without a country').selectOption('Germany (+49)');
  await expect.poll(() => counts(page)).toEqual(['0', '0', '4', '1']);
  await dialog(page).getByRole('button', { name: 'Import 5 rows' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect(await counts(page)).toEqual(['0', '0', '4', '1']);
});

consoleTest('a file is dropped, and a column without a heading that is known is chosen', async () => {
  const [person] = people(1) as [Someone];
  const page = await openReady('#/persons?new=import', 'Persons', { width: 360, height: 740 });
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  }, `Adresse;Wer\n${person.email};${person.name}\n`);
  const drop = dialog(page).locator('.drop-file');
  await drop.dispatchEvent('dragover', { dataTransfer: data });
  await drop.dispatchEvent('drop', { dataTransfer: data });
  await dialog(page).getByText('dropped.csv: 1 row, 2 columns').waitFor();
  await dialog(page).getByText('Say which column is an email').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Import 1 row' }).count()).toBe(0);
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByLabel('Adresse').selectOption('Email');
  await dialog(page).getByLabel('Wer').selectOption('Full name');
  await expect.poll(() => counts(page)).toEqual(['1', '0', '0', '0']);
  expect(await overflow(page)).toBe(0);
  await dialog(page).getByRole('button', { name: 'Import 1 row' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect(await found(person)).toBe(1);
});

consoleTest('an import is stopped, says so, and goes on where it was', async () => {
  const some = people(250);
  const page = await openReady('#/persons?new=import', 'Persons');
  await choose(page, csvOf(some));
  await expect.poll(() => counts(page)).toEqual(['250', '0', '0', '0']);
  const release = await hold(page, '**/v0/persons/batch');
  await dialog(page).getByRole('button', { name: 'Import 250 rows' }).click();
  await dialog(page).getByText('Imported 0 of 250').waitFor();
  // It is not left by a key that one presses without thinking.
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Stop' }).click();
  release();
  await dialog(page).getByText('Imported 100 of 250. It was stopped').waitFor();
  await dialog(page).getByText('What was imported stays.').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Go on' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect(await counts(page)).toEqual(['250', '0', '0', '0']);
  await dialog(page).getByRole('link', { name: 'Show the newest persons' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page
    .getByRole('checkbox', { name: /^Select Person \d+ of / })
    .first()
    .waitFor();
  const { totalCount } = await get<PersonList>(
    `persons/search?limit=1&query=${encodeURIComponent(`@${some[0]?.email.split('@')[1]}`)}`,
  );
  expect(totalCount).toBe(250);
});

consoleTest('persons whose answer was lost are new, and not there already', async () => {
  expectErrors(/ERR_FAILED/);
  const page = await openReady('#/persons?new=import', 'Persons');
  await choose(page, csvOf(people(150)));
  await expect.poll(() => counts(page)).toEqual(['150', '0', '0', '0']);
  let lost = 0;
  await page.route('**/v0/persons/batch', async (route) => {
    if (lost++ % 2 === 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await dialog(page).getByRole('button', { name: 'Import 150 rows' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect(await counts(page)).toEqual(['150', '0', '0', '0']);
  expect(lost).toBe(4);
});

consoleTest('what ends an import is said, and it goes on once it is mended', async () => {
  expectErrors(/403/);
  const page = await openReady('#/persons?new=import', 'Persons');
  await choose(page, csvOf(people(2)));
  await expect.poll(() => counts(page)).toEqual(['2', '0', '0', '0']);
  const problem = { code: 'insufficient_scope', title: 'The API key may not do this', detail: 'It may not.' };
  await refuse(page, '**/v0/persons/batch', 403, problem);
  await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog(page).getByText('The API key may not do this.').waitFor();
  await page.unroute('**/v0/persons/batch');
  await dialog(page).getByRole('button', { name: 'Go on' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect(await counts(page)).toEqual(['2', '0', '0', '0']);
});

consoleTest('a file that is no list says why, and another can be chosen', async () => {
  const page = await openReady('#/persons?new=import', 'Persons');
  await choose(page, Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 'contacts.csv');
  await dialog(page).getByText('export the list as CSV, not as a workbook').waitFor();
  await choose(page, Buffer.from(''));
  await dialog(page).getByText('The file is empty.').waitFor();
  expect(await violations(page)).toEqual([]);
  await choose(page, csvOf(people(1)));
  await dialog(page).getByText('contacts.csv: 1 row').waitFor();
});

consoleTest('companies are told by their domains, also when an answer was lost', async () => {
  expectErrors(/ERR_FAILED/);
  const domain = `firm${Date.now()}.example`;
  const rows = ['Unternehmen;Webseite', `Groß Bau;https://www.${domain}/x`, 'Verein;'];
  const page = await openReady('#/accounts', 'Accounts', { width: 360, height: 740 });
  expect(await overflow(page)).toBe(0);
  await page.getByRole('link', { name: 'Import a list' }).click();
  await choose(page, Buffer.from(rows.join('\n')));
  await expect.poll(() => counts(page)).toEqual(['1', '0', '0', '1']);
  expect(await dialog(page).getByLabel('The rows are').inputValue()).toBe('accounts');
  await dialog(page).getByText('Row 3 The row has no domain.').waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  let asked = 0;
  await page.route('**/v0/accounts/batch', async (route) => {
    if (asked++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  expect([await counts(page), asked]).toEqual([['1', '0', '0', '1'], 2]);
  await dialog(page).getByRole('link', { name: 'Show the newest companies' }).click();
  await page.getByRole('link', { name: 'Groß Bau' }).first().waitFor();
  const { items } = await get<{ items: { name: string }[] }>(`accounts?domain=${domain}`);
  expect(items).toMatchObject([{ name: 'Groß Bau' }]);
});

consoleTest('logs are imported with their times', async () => {
  const [person] = people(1) as [Someone];
  const page = await openReady('#/persons?new=import', 'Persons');
  const rows = ['Email,Event,Date,Subject', `${person.email},Call made,03/04/2026 14:05,Hello`];
  await choose(page, Buffer.from(rows.join('\n')));
  await dialog(page).getByLabel('The rows are').selectOption('What happened: calls, meetings, orders');
  await dialog(page).getByText('Row 2 Date “03/04/2026 14:05” may begin with the day').waitFor();
  await dialog(page).getByLabel('Dates such as 03/04/2026').selectOption('3 April: the day comes first');
  await expect.poll(() => count(page, 'New')).toBe('1');
  await dialog(page).getByRole('button', { name: 'Import 1 row' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor();
  const [{ personId = '' } = {}] = (await get<PersonList>(`persons/search?query=${person.email}`)).items;
  expect((await get<{ items: unknown[] }>(`persons/${personId}/logs`)).items).toMatchObject([
    {
      source: 'import',
      type: 'call-made',
      occurredAt: '2026-04-03T12:05:00.000Z',
      payload: { Subject: 'Hello' },
    },
  ]);
});

consoleTest(
  'it is loaded when it is opened, found in the palette, and offered to keys that may write',
  async () => {
    const page = await openReady('#/persons', 'Persons', { own: true });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    const asked = askedBy(page);
    await askPalette(page, 'csv');
    await page.getByRole('option', { name: 'Import a list' }).click();
    await dialog(page).waitFor();
    expect(scripts.length).toBeGreaterThan(0);
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    const reader = await openConsole('#/persons?new=import', { own: true, key: await newKey('read') });
    await reader.getByRole('heading', { level: 1, name: 'Persons' }).waitFor();
    expect(await reader.getByRole('link', { name: 'Import a list' }).count()).toBe(0);
    expect(await dialog(reader).count()).toBe(0);
  },
);
