import { readFileSync } from 'node:fs';
import type { Campaign, CampaignRow } from '@footfall/client';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PersonList } from '../../../src/people/persons/schemas.ts';
import { alter, askedBy, refuse } from './answers.ts';
import { get, newKey, newPage, newPerson, send } from './api.ts';
import { consoleTest, expectErrors, openConsole, openReady } from './open.ts';
import { allViolations, askPalette, clipboard, overflow, violations } from './tab.ts';

let lists = 0;
/** A list of people of a test, whom nobody else has: each of a company of their own. */
function csvOf(count: number, topic = (at: number): string => (at % 2 ? 'prices' : 'delivery')): Buffer {
  const tag = `camp${process.pid.toString(36)}x${lists++}`;
  const rows = Array.from(
    { length: count },
    (_, at) => `Zoë,Person ${at},p${at}@${tag}.example,Firm ${tag} ${at},030 12${at},${topic(at)}`,
  );
  return Buffer.from(['First name,Last name,Email,Company,Phone,Topic', ...rows].join('\n'));
}

const title = 'A page of a test';
const tab = (pageId: string) => `#/pages/${pageId}?view=campaigns`;
const dialog = (page: Page, name: string | RegExp = 'New campaign') => page.getByRole('dialog', { name });
const chooseFile = (page: Page, buffer: Buffer, name = 'spring-outreach.csv') =>
  page.getByLabel('Choose a CSV file, or drop it here').setInputFiles({ name, mimeType: 'text/csv', buffer });
const make = (page: Page, count: number) =>
  page.getByRole('button', { name: `Make ${count.toLocaleString('en')} pages`, exact: true });

interface Rows {
  items: CampaignRow[];
  totalCount: number;
}
/** The campaign whose screen is shown, by the API. */
const shownCampaign = async (page: Page): Promise<string> => {
  await page.waitForURL(/campaigns\/campaign_/);
  return new URL(page.url()).hash.slice(2).split('?')[0] ?? '';
};
const rowsOf = (campaign: string) => get<Rows>(`${campaign}/rows?limit=100`);

/** Makes a campaign of so many people by the console, and answers where the API has it. */
async function made(page: Page, count: number): Promise<string> {
  await page.getByRole('link', { name: 'New campaign' }).click();
  await chooseFile(page, csvOf(count));
  await page.getByLabel('Title', { exact: true }).fill('For {{companyName}}');
  await make(page, count).click();
  return shownCampaign(page);
}

consoleTest('a CSV file of 50 people becomes pages and links in six actions', async () => {
  const pageId = await newPage();
  const page = await openReady(tab(pageId), title);
  await page.getByText('No campaigns yet').waitFor();
  expect(await violations(page)).toEqual([]);
  let actions = 0;
  const act = async (done: Promise<unknown>) => {
    actions += 1;
    await done;
  };
  await act(page.getByRole('link', { name: 'New campaign' }).click());
  await act(chooseFile(page, csvOf(50)));
  await page.getByText('50 new people, 0 known already').waitFor();
  await page.getByText('spring-outreach.csv: 50 rows, 4 columns of the person, 2 for the words').waitFor();
  expect(await page.getByLabel('Name of the campaign').inputValue()).toBe('Spring outreach');
  expect(await page.getByLabel('Path of the links').inputValue()).toBe('/for/{{companyName}}');
  expect(await allViolations(page)).toEqual([]);
  const field = page.getByLabel('Title', { exact: true });
  await act(field.fill('An offer on '));
  // The column comes where the cursor is, and the field keeps the focus.
  await act(page.getByRole('button', { name: 'Topic', exact: true }).click());
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await act(page.keyboard.type(' for you'));
  expect(await field.inputValue()).toBe('An offer on {{Topic}} for you');
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText('An offer on delivery for you')
    .first()
    .waitFor();
  await act(make(page, 50).click());
  const campaign = await shownCampaign(page);
  expect(actions).toBeLessThanOrEqual(6);
  await page.getByText('50 pages made').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Spring outreach' }).waitFor();
  await expect
    .poll(async () => (await rowsOf(campaign)).items.every(({ status }) => status === 'published'))
    .toBe(true);
  const { items } = await rowsOf(campaign);
  expect(items).toHaveLength(50);
  expect(new Set(items.map(({ path }) => path)).size).toBe(50);
  await page.getByText('Going live').first().waitFor({ state: 'detached' });
  expect(await allViolations(page)).toEqual([]);

  // The links, as a file and one by one. The visits of all are counted once.
  const asked = askedBy(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download links' }).click(),
  ]);
  const file = parse(readFileSync(await download.path()), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  expect(file).toHaveLength(50);
  expect(file.map(({ Visits }) => Visits)).toEqual(items.map(() => '0'));
  const since = (part: string) =>
    asked.filter(({ path }) => path.endsWith(part)).map(({ query }) => query.get('startDate'));
  const { createdAt } = await get<Campaign>(campaign);
  expect([since('/breakdown'), since('/rows')]).toEqual([[createdAt], [null]]);
  expect(file.map(({ Link }) => Link)).toEqual(items.map(({ url }) => url));
  expect(new Set(file.map(({ email }) => email)).size).toBe(50);
  await page
    .getByRole('button', { name: /Copy the link/ })
    .first()
    .click();
  await expect.poll(() => clipboard(page)).toBe(items[0]?.url);
});

consoleTest('who would be refused is said before anything is made, and can be saved as a file', async () => {
  const pageId = await newPage();
  const page = await openReady(`${tab(pageId)}&new=campaign`, title, { width: 360, height: 740 });
  const list = csvOf(4, (at) => (at === 1 ? '' : at === 2 ? 'x'.repeat(1500) : 'prices'));
  await chooseFile(page, Buffer.concat([list, Buffer.from('\nTom,Nobody,tom@,,,prices\nTom,Nobody,,,,\n')]));
  await page.getByText('4 new people, 0 known already, 2 refused').waitFor();
  await page.getByText('Row 7 The row has no email, phone number or LinkedIn profile.').waitFor();
  expect(await overflow(page)).toBe(0);
  await make(page, 4).click();
  await page.getByText('Write at least one text').waitFor();

  await page.getByLabel('Title', { exact: true }).fill('About {{Topic}}, {{Topic}}, {{Nothing}}');
  await page.getByText('The list has no column “Nothing”.').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('About {{Topic}} and {{Topic}}');
  await page.getByText('1 person has no “Topic” and gets no page.').waitFor();
  expect(await violations(page)).toEqual([]);
  await make(page, 3).click();
  await page.getByText('Nothing is made yet').waitFor();
  await page.getByText(/^Row 4 Title /).waitFor();
  expect(await overflow(page)).toBe(0);
  const { items } = await get<{ items: Campaign[] }>(`pages/${pageId}/campaigns`);
  expect(items).toMatchObject([{ rowsCount: 0 }]);
  expect(await allViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Back to the words' }).click();
  await page.getByLabel('Title', { exact: true }).fill('About {{Topic|us}}');
  await page.getByLabel('Description', { exact: true }).fill('For {{companyName}}');
  await make(page, 4).click();
  await page.getByRole('button', { name: 'Make the other 3 pages' }).click();
  await page.getByText('3 new, 0 with other words than before, 0 unchanged, 3 refused.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the refused rows' }).click(),
  ]);
  const lines = parse(readFileSync(await download.path()), { bom: true }) as string[][];
  expect(lines.map(([row]) => row)).toEqual(['Row', '4', '6', '7']);
  await page.getByRole('button', { name: 'Open the campaign' }).click();
  const campaign = await shownCampaign(page);
  expect((await rowsOf(campaign)).items).toHaveLength(3);
  expect(await overflow(page)).toBe(0);
});

consoleTest('a request that fails is sent again, a stop goes on, and closing asks', async () => {
  expectErrors(/503/);
  const pageId = await newPage();
  const page = await openReady(`${tab(pageId)}&new=campaign`, title);
  await chooseFile(page, csvOf(150));
  await page.getByText('150 new people').waitFor();
  await page.keyboard.press('Escape');
  const question = dialog(page, 'Close without making the pages?');
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('Title', { exact: true }).fill('For {{companyName}}');
  // The service is down at first. The check is two requests, and the pages wait until they are let through.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const problem = { status: 503, code: 'database_unavailable', title: 'Not now', detail: 'Later.' };
  let [isDown, passed] = [true, 0];
  await page.route('**/campaigns/*/rows', async (route) => {
    if (isDown) return route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem });
    passed += 1;
    if (passed > 2) await released;
    await route.continue();
  });
  await make(page, 150).click();
  await page.getByText('The service does not answer: it is tried again.').waitFor();
  isDown = false;
  await page.getByText('Made 0 of 150').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  await page.getByText('Made 100 of 150. It was stopped.').waitFor();
  await page.getByText('What was made stays.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on' }).click();
  const campaign = await shownCampaign(page);
  expect((await rowsOf(campaign)).totalCount).toBe(150);
});

consoleTest('who is twice in a list, and who shares a path, is said before anything is made', async () => {
  const pageId = await newPage();
  const page = await openReady(`${tab(pageId)}&new=campaign`, title);
  const tag = `same${Date.now()}`;
  const rows = [
    `a@${tag}.example,Anna`,
    `b@${tag}.example,Änna`,
    `A@${tag}.example,Anna`,
    `c@${tag}.example,Cleo`,
  ];
  await chooseFile(page, Buffer.from(['Email,Name', ...rows].join('\n')));
  await page.getByText('3 new people, 0 known already, 1 twice in the list').waitFor();
  await page
    .getByText('1 person has the same path as somebody before them. The later path gets a short end.')
    .waitFor();
  await page.getByLabel('Path of the links').fill('/for/{{email}}');
  await page.getByText('the same path as somebody before them').waitFor({ state: 'detached' });
  await page.getByLabel('Path of the links').fill('/for/{{name}}');
  await page.getByLabel('Title', { exact: true }).fill('For {{name}}');
  await make(page, 3).click();
  const campaign = await shownCampaign(page);
  const { items } = await rowsOf(campaign);
  expect(items.map(({ path }) => path.slice(0, 9)).toSorted()).toEqual([
    '/for/anna',
    '/for/anna',
    '/for/cleo',
  ]);
});

consoleTest('another domain chosen after the check is the domain of the links', async () => {
  const { tenantDomainId = '' } = await send('POST', 'tenant_domains', {
    domain: `c${Date.now()}.console.example`,
  });
  const pageId = await newPage();
  const page = await openReady(`${tab(pageId)}&new=campaign`, title);
  await chooseFile(
    page,
    csvOf(2, (at) => (at ? 'x'.repeat(1500) : 'prices')),
  );
  await page.getByText('2 new people').waitFor();
  const field = page.getByLabel('Title', { exact: true });
  await field.fill('About {{Topic}} and {{Topic}}');
  await make(page, 2).click();
  await page.getByRole('button', { name: 'Back to the words' }).click();
  await field.fill('About {{companyName}}');
  await page.getByLabel('Domain of the links').selectOption(tenantDomainId);
  await make(page, 2).click();
  const campaign = await shownCampaign(page);
  expect(await get<Campaign>(campaign)).toMatchObject({ tenantDomainId, rowsCount: 2 });
  const { items } = await get<{ items: Campaign[] }>(`pages/${pageId}/campaigns`);
  expect(items.map(({ archivedAt, rowsCount }) => [archivedAt === null, rowsCount])).toEqual([
    [true, 2],
    [false, 0],
  ]);
});

const job = (page: Page): Locator => page.locator('.campaign-job');

consoleTest('words are changed for all and rolled back, people are added, and it is archived', async () => {
  const pageId = await newPage();
  const page = await openReady(tab(pageId), title);
  const campaign = await made(page, 3);
  await page.getByRole('link', { name: 'Change words' }).click();
  const form = dialog(page, /^Change the words/);
  await form.getByLabel('Title', { exact: true }).fill('New for {{firstName}}');
  await form.getByText('New for Zoë').first().waitFor();
  expect(await allViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Publish for all 3 pages' }).click();
  await job(page).getByText('New words: 3 changed').waitFor();
  const titles = async () => {
    const { items } = await get<{ items: { effectiveMetadata: { title: string } }[] }>(
      `pages/${pageId}/audiences`,
    );
    return [...new Set(items.map(({ effectiveMetadata }) => effectiveMetadata.title))];
  };
  expect(await titles()).toEqual(['New for Zoë']);
  // Another name is no other words: nothing is published, and the words before can still go live.
  await page.getByRole('link', { name: 'Change words' }).click();
  await form.getByLabel('Name of the campaign').fill('Summer outreach');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Summer outreach' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await job(page).getByRole('button', { name: 'Roll back …' }).click();
  await page.getByRole('button', { name: 'Roll back 3 pages' }).click();
  await expect.poll(async () => (await titles()).length, { timeout: 20_000 }).toBe(3);

  await page.getByRole('link', { name: 'Add people' }).click();
  await chooseFile(page, csvOf(2), 'more.csv');
  await page.getByText('2 new people, 0 known already').waitFor();
  expect(await violations(page)).toEqual([]);
  await make(page, 2).click();
  await page.getByRole('link', { name: 'Add people' }).waitFor();
  await expect.poll(async () => (await rowsOf(campaign)).totalCount).toBe(5);

  await page.getByRole('link', { name: 'Archive …' }).click();
  const question = dialog(page, 'Archive Summer outreach?');
  await question.getByText('The audiences of 5 people are archived.').waitFor();
  await question.getByRole('button', { name: 'Archive the campaign' }).click();
  await job(page).getByText('Archive: 5 changed').waitFor();
  expect(await page.getByRole('link', { name: 'Add people' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
});

consoleTest('chosen persons get pages, in a new campaign or in one that is there', async () => {
  const pageId = await newPage(`Page of the chosen ${Date.now()}`);
  const names = ['Ada Chosen', 'Bo Chosen'].map((name) => `${name} ${process.pid}`);
  for (const [at, name] of names.entries())
    await newPerson(name, `chosen${at}@c${process.pid}x${Date.now()}.example`);
  const page = await openReady(`#/persons?q=${process.pid}%20Chosen`, 'Persons');
  const choose = async () => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByRole('button', { name: 'Make pages for these' }).click();
    await dialog(page, 'Make pages for these people')
      .getByLabel('Page', { exact: true })
      .selectOption(pageId);
  };
  await choose();
  await page.getByText('2 people', { exact: true }).waitFor();
  await page.getByLabel('Title', { exact: true }).fill('For {{name}}');
  expect(await allViolations(page)).toEqual([]);
  await make(page, 2).click();
  const campaign = await shownCampaign(page);
  expect((await rowsOf(campaign)).items.map(({ personName }) => personName).toSorted()).toEqual(names);

  await page.goBack();
  await choose();
  await dialog(page, 'Make pages for these people')
    .getByLabel('Campaign', { exact: true })
    .selectOption({ index: 1 });
  await make(page, 2).click();
  await shownCampaign(page);
  expect((await rowsOf(campaign)).totalCount).toBe(2);
});

consoleTest('what fails is said: the figures, and the job of an archive', async () => {
  expectErrors(/503/);
  const pageId = await newPage();
  const { campaignId } = await send<Campaign>('POST', `pages/${pageId}/campaigns`, {
    name: 'Of faults',
    path: '/for/{{name}}',
    words: { metadataOverride: { title: 'For {{name}}' } },
  });
  const at = `pages/${pageId}/campaigns/${campaignId}`;
  const lastError = 'Too many words.';
  const job = { kind: 'archive', total: 5, done: 2, changed: 2, refused: 0, problems: [], lastError };
  const times = { startedAt: '2026-11-21T09:30:00.000Z', endedAt: null };
  let state = 'running';
  const page = await openReady('#/pages', 'Pages', { own: true });
  await alter<Campaign>(page, `**/v0/${at}`, (campaign) => ({
    ...campaign,
    archivedAt: campaign.createdAt,
    job: { ...job, ...times, state },
  }));
  await refuse(page, '**/results*', 503, {
    code: 'database_unavailable',
    title: 'Not now',
    detail: 'Later.',
  });
  await page.evaluate((hash) => location.assign(hash), `#/${at}`);
  await page.getByText(`The last attempt has failed, and it is tried again: ${lastError}`).waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByText('Not now').waitFor();
  expect(await violations(page)).toEqual([]);
  state = 'stopped';
  await page.unroute('**/results*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Not now').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Archive the others' }).waitFor();
});

consoleTest(
  'it is found in the palette, loaded when it is opened, and offered to keys that may write',
  async () => {
    const page = await openReady('#/', 'Overview');
    await askPalette(page, 'mail merge');
    await page.getByRole('option', { name: 'New campaign' }).click();
    await dialog(page).getByLabel('Page', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    const pageId = await newPage();
    const { campaignId } = await send<Campaign>('POST', `pages/${pageId}/campaigns`, {
      name: 'Of a reader',
      path: '/for/{{name}}',
      words: { metadataOverride: { title: '<img src=x onerror=alert(1)> {{name}}' } },
    });
    const reader = await openConsole(`#/pages/${pageId}/campaigns/${campaignId}?new=words`, {
      own: true,
      key: await newKey('read'),
    });
    await reader.getByText('No people yet').waitFor();
    expect(await reader.getByRole('link', { name: /Add people|Change words|Archive/ }).count()).toBe(0);
    expect(await dialog(reader, /./).count()).toBe(0);
    const { totalCount } = await get<PersonList>('persons/search?limit=1');
    expect(totalCount).toBeGreaterThan(0);
  },
);

consoleTest(
  'a list of more than a thousand people is made by the service, also when the tab is closed',
  async () => {
    const pageId = await newPage();
    const page = await openReady(tab(pageId), title);
    await page.getByRole('link', { name: 'New campaign' }).click();
    await chooseFile(page, csvOf(1100));
    await page.getByLabel('Title', { exact: true }).fill('For {{companyName}}');
    await make(page, 1100).click();
    const campaign = await shownCampaign(page);
    await page.getByText(/^Making the pages of the list: [\d,]+ of 1,100$/).waitFor();
    await page.goto('about:blank');
    await expect
      .poll(async () => (await get<Campaign>(campaign)).job)
      .toMatchObject({ kind: 'write', state: 'done', total: 1100, changed: 1100, refused: 0 });
    expect((await rowsOf(campaign)).totalCount).toBe(1100);
  },
);
