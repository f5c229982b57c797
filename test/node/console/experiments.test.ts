import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import { unitIn } from '../../arms.ts';
import { hold } from './answers.ts';
import {
  collect,
  get,
  importVisits,
  type Made,
  newAudience,
  newKey,
  newLink,
  newPerson,
  send,
  service,
} from './api.ts';
import { consoleTest, expectErrors, go, goTo, isQuiet, isReady, openReady } from './open.ts';
import { allViolations, expectInSight, focused, overflow, press, violations } from './tab.ts';

const [live, draft] = ['Know every gallery', 'See which room is full'];

/** An audience with a live version and a draft with another title. */
async function withDraft(customName = 'Museums'): Promise<Made> {
  const made = await newAudience({ customName, metadataOverride: { title: live } });
  await newLink(made);
  await made.publish();
  await made.change({ metadataOverride: { title: draft } });
  return made;
}

/** Starts a test of the draft of an audience. */
async function newTest(made: Made): Promise<Experiment> {
  const { audienceId, latestVersion } = await made.read();
  const arms = [{ versionId: latestVersion.versionId }];
  return send('POST', 'experiments', { audienceId, goal: 'conversion', arms, start: true });
}

/** The titles of both versions in a dialog, without the marks of what differs. */
const wordsOf = (dialog: Locator): Promise<string[]> =>
  dialog
    .locator('.words-row', { hasText: 'Title' })
    .first()
    .locator('.diff-text')
    .evaluateAll((texts) => texts.map((text) => text.textContent ?? ''));

const read = ({ experimentId }: Experiment): Promise<Experiment> => get(`experiments/${experimentId}`);

/** Expects texts in a row not to touch each other. */
async function expectApart(texts: Locator): Promise<void> {
  const boxes = await texts.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }),
  );
  for (const [n, { left }] of boxes.entries())
    expect(left).toBeGreaterThan(n === 0 ? 0 : (boxes[n - 1]?.right ?? 0) + 4);
}

/** The tests of an audience, the newest first. */
const testsOf = async ({ audience: { audienceId } }: Made): Promise<Experiment[]> =>
  (await get<{ items: Experiment[] }>(`experiments?audienceId=${audienceId}`)).items;

/** So many visitors come to each arm, one after the other, of whom the first convert. Waits until all count. */
async function visit(test: Experiment, ...ofArms: [visitors: number, conversions: number][]): Promise<void> {
  const key = await newKey('collect');
  const { experimentId, pageId, audienceId, arms } = test;
  const most = Math.max(...ofArms.map(([visitors]) => visitors));
  for (let n = 0; n < most; n++)
    await Promise.all(
      ofArms.map(([visitors, conversions], arm) => {
        if (n >= visitors) return undefined;
        const unit = unitIn(test, arm);
        const versionId = arms[arm]?.versionId;
        const seen = { pageId, audienceId, experimentId, versionId, unit };
        return collect({ ...seen, hasConversion: n < conversions }, 'person', key);
      }),
    );
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  const wanted = sum(ofArms.map(([visitors]) => visitors));
  await expect
    .poll(async () => sum((await read(test)).arms.map(({ visitors }) => visitors)), { timeout: 60_000 })
    .toBe(wanted);
}

consoleTest('a draft is tested, nothing is published meanwhile, and the test is stopped', async () => {
  const made = await withDraft();
  const { pageId, audienceId } = made.audience;
  const visits = Array.from({ length: 100 }, (_, n) => ({ audienceId, hasConversion: n < 10 }));
  await importVisits(pageId, Date.now() - 86_400_000, ...visits);
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Test this content …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test version 2 against version 1' });
  await dialog.getByText(draft).first().waitFor();
  await dialog
    .getByText(/^At 100 visits a day and a rate of 10%, 50% more conversions are found in about 15 days\.$/)
    .waitFor();
  await dialog.getByLabel('Clicks on the button').check();
  await dialog.getByText('is known once there are clicks').waitFor();
  await dialog.getByLabel('Forms').check();
  await dialog.getByText('none of the latest visits reached the goal').waitFor();
  await dialog.getByLabel('Who gets version 2?').selectOption({ label: 'A quarter of the visitors' });
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start the test' }).click();
  await page.getByText('The test has started').waitFor();
  await expect.poll(() => focused(page, 'aria-label')).toBe('State');
  const [test] = await testsOf(made);
  expect(test).toMatchObject({ status: 'running', goal: 'formSubmit', endsAt: null });
  expect(test?.arms.map(({ versionNumber, weight }) => [versionNumber, weight])).toEqual([
    [1, 3],
    [2, 1],
  ]);

  // The state says that visitors see the draft.
  const panel = page.getByRole('region', { name: 'Test', exact: true });
  await panel.getByText('Not decided: 0 visitors so far.').waitFor();
  await panel.getByText('Test of version 1 against version 2. It counts forms.').waitFor();
  await page.getByText('In a test v2').waitFor();
  await page.getByText('Version 2 is in a test: some visitors see it.').waitFor();
  await page.getByText('In a test · version 2').first().waitFor();
  await page.getByText('While the test runs, some visitors get another version').waitFor();
  expect(
    await page.getByRole('button', { name: /Discard the draft|Roll back|Test this content/ }).count(),
  ).toBe(0);

  // Publish says why it is not possible.
  await page.getByRole('button', { name: 'Publish …' }).click();
  const why = page.getByRole('dialog', { name: 'Publishing is not possible while a test runs' });
  await why.getByText('The test of version 1 against version 2 would not be fair any more.').waitFor();
  await why.getByRole('button', { name: 'Let it run' }).click();
  await why.waitFor({ state: 'detached' });

  // What is written now is the next version, and is saved.
  await press(page, 'e');
  await page.getByText('Next · version 3').first().waitFor();
  await page.getByLabel('Title', { exact: true }).fill('A third title');
  await page.getByRole('button', { name: 'Save and publish …' }).click();
  await why.waitFor();
  expect((await made.read()).latestVersion).toMatchObject({ versionNumber: 3, status: 'draft' });

  // The version that visitors of the test see stays in sight, with its content.
  const state = page.getByRole('region', { name: 'State' });
  for (const badge of ['Live v1', 'In a test v2', 'Draft v3'])
    await state.getByText(badge, { exact: true }).waitFor();
  await state.getByText('Version 2 is in a test: some visitors see it. Version 3 is a draft').waitFor();
  await why.getByRole('button', { name: 'Let it run' }).click();
  await panel.getByRole('button', { name: 'View version 2' }).click();
  const viewed = page.getByRole('dialog', { name: 'Version 2 of the test' });
  expect(await wordsOf(viewed)).toEqual([live, draft]);
  expect(await violations(page)).toEqual([]);
  await press(page, 'Escape');
  await panel.getByRole('button', { name: 'View version 1' }).click();
  await page.getByRole('dialog', { name: 'Version 1 of the test' }).getByText(live).first().waitFor();
  await press(page, 'Escape');
  await page.locator('.versions summary', { hasText: 'v2In a test' }).click();
  await page.getByRole('button', { name: 'Use this content of version 2' }).waitFor();
  for (const list of ['', '&list=all']) {
    await go(page, `#/pages/${pageId}?view=audiences${list}`);
    const row = page.getByRole('row', { name: /Museums/ });
    await row.getByText('In a test v2', { exact: true }).waitFor();
    await row.getByText('Draft v3', { exact: true }).waitFor();
    expect(await row.getByText('Draft v2').count()).toBe(0);
  }
  await goTo(page, made.at, 'Museums');
  await panel.getByRole('button', { name: 'Stop the test …' }).click();
  const stop = page.getByRole('dialog', { name: 'Stop the test?' });
  await stop.getByText('All visitors get version 1 again').waitFor();
  expect(await violations(page)).toEqual([]);
  await stop.getByRole('button', { name: 'Stop the test' }).click();
  await page.getByText('The test has ended').waitFor();
  await panel.waitFor({ state: 'detached' });
  const ended = page.getByRole('region', { name: 'Tests that have ended' });
  await ended.getByText('It ended without a decision, after 0 visitors.').waitFor();
  await ended.getByText(/Version 1 against version 2, stopped on/).waitFor();
  await ended.getByRole('row', { name: /Version 2/ }).waitFor();
  expect((await testsOf(made))[0]).toMatchObject({ status: 'ended', endReason: 'stopped' });
  await page.getByRole('button', { name: 'Test this content …' }).waitFor();
});

consoleTest(
  'a decided test is a picture with a sentence, is on the overview, and its winner is published',
  async () => {
    const name = `Museums ${Date.now()}`;
    const made = await withDraft(name);
    const test = await newTest(made);
    await visit(test, [40, 8], [40, 28]);
    const sentence = (await read(test)).sentence;
    expect(sentence).toBe('Version 2 is ahead: at least 9% more conversions. Decided.');

    const page = await openReady('#/', 'Overview');
    const running = page.getByRole('region', { name: 'Running tests' });
    await running.getByRole('listitem').filter({ hasText: name }).getByText(sentence).waitFor();
    await goTo(page, `#/pages/${made.audience.pageId}?view=audiences`, 'A page of a test');
    expect(await running.getByRole('listitem').allTextContents()).toEqual([
      `${name}${sentence}Version 1 against version 2`,
    ]);
    await running.getByRole('link', { name }).click();
    await isReady(page, name);

    const panel = page.getByRole('region', { name: 'Test', exact: true });
    await panel.getByText(sentence).waitFor();
    const cells = (version: number) =>
      panel
        .getByRole('row', { name: `Version ${version}` })
        .getByRole('cell')
        .allTextContents();
    expect((await cells(1)).slice(0, 3)).toEqual(['40', '8', '20%']);
    const [visitors, conversions, rate, lift] = await cells(2);
    expect([visitors, conversions, rate]).toEqual(['40', '28', '70%']);
    // The lift that was counted is not said: it is of the shares, and the rates say something else.
    // An arrow says that it goes on beyond the axis.
    expect(lift).toBe('›at least 9% more');
    await panel.getByText('Ahead', { exact: true }).waitFor();
    // The interval does not touch the middle, where the live version is.
    const [bar, zero] = await Promise.all([
      panel.locator('.lift-bar').boundingBox(),
      panel.locator('.lift-live').boundingBox(),
    ]);
    expect(bar?.x).toBeGreaterThan((zero?.x ?? 0) + (zero?.width ?? 0) / 2);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await allViolations(page), theme).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflow(page)).toBe(0);
    await expectInSight(panel.getByText('Decided.'));
    await expectApart(panel.locator('thead th:not(.arms-lift)'));
    await expectApart(panel.locator('.lift-axis text:visible'));
    await page.setViewportSize({ width: 1280, height: 800 });

    await panel.getByRole('button', { name: 'Publish the winner, version 2 …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2?' });
    await dialog.getByText('with the content that visitors of the test have seen').waitFor();
    expect(await dialog.getByText('has not found').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByText('Version 2 is live', { exact: true }).waitFor();
    await page.getByText(/Version 1 against version 2, ended with version 2/).waitFor();
    expect(await read(test)).toMatchObject({ status: 'ended', endReason: 'winner' });
  },
);

consoleTest('a broken split says what to check, and calls nothing a winner', async () => {
  const made = await withDraft();
  const test = await newTest(made);
  await visit(test, [0, 0], [30, 25]);
  const page = await openReady(made.at, 'Museums');
  const panel = page.getByRole('region', { name: 'Test', exact: true });
  await panel.getByRole('alert').getByText('a cache shows all visitors the same version').waitFor();
  await panel.getByText('No result', { exact: true }).waitFor();
  // No interval: visitors who are not divided as they should be cannot be compared.
  expect(await panel.getByRole('columnheader').allTextContents()).toEqual([
    'Version',
    'Visitors',
    'Conversions',
    'Rate',
  ]);
  expect(await panel.getByText(/ (more|fewer)$/).count()).toBe(0);
  expect(await panel.getByText(/Ahead|Behind/).count()).toBe(0);
  expect(await panel.getByRole('button', { name: /winner/ }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Publish version 2 anyway …' }).click();
  await page.getByText('The test has not found that version 2 is best.').waitFor();
  await press(page, 'Escape');

  // Archiving ends the test, and says so first.
  await page.getByRole('button', { name: 'Archive …' }).click();
  const archive = page.getByRole('dialog', { name: 'Archive the audience, and end its test?' });
  await archive.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText(/Version 1 against version 2, ended with the archive/).waitFor();
  expect(await read(test)).toMatchObject({ status: 'ended', endReason: 'archived' });
});

consoleTest(
  'a prepared test gets another version, starts, and is not there for a person or a key that reads',
  async () => {
    expectErrors(/412/);
    const made = await withDraft();
    const page = await openReady(made.at, 'Museums');
    await page.getByRole('button', { name: 'Test this content …' }).click();
    const dialog = page.getByRole('dialog', { name: /^Test version 2/ });
    await dialog.getByLabel('Only prepare it').check();
    // What somebody else has written meanwhile is read first.
    await made.change({ metadataOverride: { title: 'Which room is full?' } });
    await dialog.getByRole('button', { name: 'Prepare the test' }).click();
    await dialog.getByRole('alert').getByText('so nothing was started').waitFor();
    await dialog.getByText('Which room is full?').first().waitFor();
    await dialog.getByRole('button', { name: 'Prepare the test' }).click();
    await page.getByText('The test is prepared').waitFor();
    // It would still be in the test, and another test would be the same.
    await page.getByText('Version 1 against version 2, by conversions.').waitFor();
    expect(await page.getByRole('button', { name: /^(Discard the draft|Test this content)/ }).count()).toBe(
      0,
    );
    const [test] = await testsOf(made);
    if (!test) throw new Error('there is no test');
    expect(test).toMatchObject({ status: 'draft', arms: [{}, {}] });
    await made.change({ metadataOverride: { title: 'A third title' } });
    const reader = await newKey('read');
    await page.evaluate((key) => sessionStorage.setItem('footfall.key', key), reader);
    await page.reload();
    await page.getByText('Version 1 against version 2, by conversions.').waitFor();
    expect(await page.getByRole('button', { name: /the test|Add version/ }).count()).toBe(0);
    await page.evaluate((key) => sessionStorage.setItem('footfall.key', key), service.key);
    await page.reload();
    await page.getByText('Start it as it is, or add version 3 first').waitFor();
    // There is one way for what was written next.
    expect(await page.getByRole('button', { name: /^Test this content/ }).count()).toBe(0);
    // On a phone the message covers nothing that can be pressed.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Add version 3' }).click();
    await page.getByText('Version 3 is in the test').waitFor();
    for (const name of ['Edit', 'Publish …', 'Start the test', 'Delete the test'])
      await expectInSight(page.getByRole('button', { name, exact: true }));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Version 1 against versions 2 and 3').waitFor();
    await page.getByText('or add what you write next first').waitFor();
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText('Not decided: 0 visitors so far.').waitFor();
    expect(await page.locator('.lift-bar').count()).toBe(2);
    expect((await read(test)).arms).toHaveLength(3);

    const personId = await newPerson('Vera Visitor', `vera${Date.now()}@tests.example`);
    const own = await newAudience({ personId, customName: null, metadataOverride: { title: live } });
    await own.publish();
    await own.change({ metadataOverride: { title: draft } });
    await goTo(page, own.at, 'Vera Visitor');
    await page.getByRole('button', { name: 'Publish …' }).waitFor();
    expect(await page.getByRole('button', { name: 'Test this content …' }).count()).toBe(0);
  },
);

consoleTest('tests that cannot be read say so, and a refused start says why', async () => {
  expectErrors(/50[0-9]|409/);
  const made = await withDraft();
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Test this content …' }).click();
  await newTest(made);
  const dialog = page.getByRole('dialog', { name: /^Test version 2/ });
  await dialog.getByRole('button', { name: 'Start the test' }).click();
  await page.getByRole('alert').getByText('runs on this audience').waitFor();
  await press(page, 'Escape');

  await page.route('**/v0/experiments**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await page.getByText(draft).first().waitFor();
  await isQuiet(page);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/v0/experiments**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Test', exact: true }).waitFor();
});

consoleTest('nothing is said of a draft before it is known whether visitors of a test see it', async () => {
  const made = await withDraft();
  await newTest(made);
  const page = await openReady('#/', 'Overview');
  const release = await hold(page, /\/v0\/experiments\?audienceId=/);
  await go(page, made.at);
  const state = page.getByRole('region', { name: 'State' });
  await state.getByText('…', { exact: true }).waitFor();
  expect(await state.getByText(/draft/i).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Publish …' }).count()).toBe(0);
  release();
  await state.getByText('In a test v2').waitFor();
  await page.getByRole('button', { name: 'Publish …' }).waitFor();
});

consoleTest('what is written is saved and tested in one step, once there is a live version', async () => {
  const made = await newAudience({ customName: 'Museums', metadataOverride: { title: live } });
  await newLink(made);
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  const save = page.getByRole('button', { name: 'Save and test …' });
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  await isQuiet(page);
  expect(await save.count()).toBe(0);
  await made.publish();
  await page.reload();
  await page.getByLabel('Title', { exact: true }).fill(draft);
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Test version 2 against version 1' });
  await dialog.getByText(draft).first().waitFor();
  await dialog.getByRole('button', { name: 'Start the test' }).click();
  await page.getByText('In a test v2', { exact: true }).waitFor();
  expect(await testsOf(made)).toMatchObject([{ status: 'running', arms: [{}, { versionNumber: 2 }] }]);
  await press(page, 'e');
  await page.getByLabel('Title', { exact: true }).fill('A third title');
  await page.getByRole('button', { name: 'Save and publish …' }).waitFor();
  expect(await save.count()).toBe(0);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await send('POST', `${made.route}/archive`, {});
});

consoleTest('the dialog of a test begins at its title, however much differs', async () => {
  const made = await withDraft();
  const description = 'Counts of every room, by the hour and by the day. '.repeat(20);
  await made.change({ metadataOverride: { description }, fieldOverrides: {} });
  const page = await openReady(made.at, 'Museums');
  for (const [width, height] of [
    [1280, 700],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Test this content …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test version 2 against version 1' });
    await dialog.getByText('This is what differs').waitFor();
    await isQuiet(page);
    const title = 'Test version 2 against version 1';
    await expectInSight(dialog.getByRole('heading', { name: title }));
    await expectInSight(dialog.getByText('This is what differs'));
    expect(await focused(page)).toBe(title);
    // The names of the columns stay at the edge of the dialog, and not below it over the texts.
    if (width > 768) {
      await dialog.evaluate((box) => box.scrollTo(0, 200));
      const [box, names] = await Promise.all([
        dialog.boundingBox(),
        dialog.locator('.words-head').boundingBox(),
      ]);
      expect((names?.y ?? 0) - (box?.y ?? 0)).toBeLessThan(4);
    }
    await press(page, 'Escape');
  }
});

consoleTest('a draft that visitors would not tell from the live version is not tested', async () => {
  const made = await newAudience({ customName: 'Museums', metadataOverride: { title: live } });
  await made.publish();
  await made.change({ supplementaryContext: 'Directors ask for rooms first.' });
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Test this content …' }).click();
  const same = page.getByRole('dialog', { name: 'Versions 1 and 2 are the same for visitors' });
  await same.getByText('They differ only in the context, which no visitor gets.').waitFor();
  await same.getByText('Directors ask for rooms first.').waitFor();
  expect(await same.getByRole('button').allTextContents()).toEqual(['Close']);
  expect(await violations(page)).toEqual([]);
  await same.getByRole('button', { name: 'Close' }).click();

  // With other words it can be tested, and nobody would see it: no link leads there.
  await made.change({ metadataOverride: { title: draft } });
  await page.reload();
  await page.getByRole('button', { name: 'Test this content …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test version 2 against version 1' });
  await dialog.getByText('No link leads to this audience yet, so nobody would see the test.').waitFor();
  await press(page, 'Escape');
  await newLink(made);
  await page.reload();
  await page.getByRole('button', { name: 'Test this content …' }).click();
  await dialog.getByText('This is what differs').waitFor();
  await isQuiet(page);
  expect(await dialog.getByText('No link leads').count()).toBe(0);
});
