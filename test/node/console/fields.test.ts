import type { Page as Tab } from 'playwright-core';
import { expect } from 'vitest';
import type { Page, PageRead } from '../../../src/content/pages/schemas.ts';
import type { VersionContent } from '../../../src/content/versions/schemas.ts';
import { collect, get, type Made, markup, newAudience, newKey, newPage, send } from './api.ts';
import { consoleTest, expectErrors, goTo, isQuiet, isReady, openReady } from './open.ts';
import { focused, overflow, submit, violations } from './tab.ts';

const image = 'https://www.acme.example/door.png';
const declared = [
  {
    name: 'hero',
    label: 'Headline',
    kind: 'text',
    default: 'Know who walks in',
    maxLength: 30,
    help: 'Short.',
  },
  { name: 'lead', label: 'Lead', kind: 'long', default: 'One line\nand another' },
  { name: 'book', label: 'Booking', kind: 'link', default: 'https://www.acme.example/book' },
  { name: 'photo', label: 'Photo', kind: 'image', default: { url: image, alt: 'A door' } },
  { name: 'proofs', label: 'Proofs', kind: 'list', default: ['First', 'Second'] },
];
const [hero] = declared;

const declare = (pageId: string, fields: object[]) => send<Page>('PATCH', `pages/${pageId}`, { fields });
const namesOf = async (pageId: string) => (await get<Page>(`pages/${pageId}`)).fields.map(({ name }) => name);

/** A new audience of a new page that has these fields. */
async function audienceWith(fields: object[], body = {}): Promise<Made> {
  const pageId = await newPage();
  await declare(pageId, fields);
  return newAudience(body, pageId);
}

const write = ({ route }: Made, fieldOverrides: object) => send('PATCH', route, { fieldOverrides });

/** What visitors get of the latest published version, in the fields of the page. */
async function published(made: Made) {
  const { publishedVersion } = await made.read();
  const { content } = await get<VersionContent>(
    `${made.route}/versions/${publishedVersion?.versionId}/content`,
  );
  return content.fields;
}

consoleTest(
  'the form begins with the fields of the page, each by its kind, and saves their texts',
  async () => {
    const made = await audienceWith(declared);
    const page = await openReady(made.at, 'Museums');
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Content of the draft' });
    // The first field has the focus, its default stands in it, its help and its length below its label.
    await expect.poll(() => focused(page, 'name')).toBe('fields.hero');
    const headline = form.getByLabel('Headline', { exact: true });
    expect(await headline.getAttribute('placeholder')).toBe('Know who walks in');
    await form.getByText('Short. 0 of 30 characters.').waitFor();
    const names = await form
      .locator('[name]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
    expect(names.slice(0, 8)).toEqual([
      ...['customName', 'fields.hero', 'fields.lead', 'fields.book', 'fields.photo', 'fields.photo.alt'],
      ...['fields.proofs', 'title'],
    ]);
    await headline.fill('A text that is longer than the thirty');
    await form.getByText('7 too many: at most 30 characters.').waitFor();
    await headline.fill(`For museums ${markup}`.slice(0, 30));
    await form.getByLabel('Lead', { exact: true }).fill('First line\nsecond line');
    await form.getByLabel('Booking').fill('mailto:book@acme.example');
    await form.getByLabel('Photo: address').fill('https://www.acme.example/hall.png');
    await form.getByLabel('Photo: description').fill('A hall');
    await form.getByLabel('Proofs').fill('One\n\n Two ');
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    // Messages come above the buttons that save.
    const [{ bottom = 0 } = {}, { top = 0 } = {}] = await Promise.all(
      ['.toasts', '.words-actions'].map((one) =>
        page.locator(one).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      ),
    );
    expect(bottom).toBeLessThan(top);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await form.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('Saved in version 1').waitFor();
    const { fieldOverrides } = await made.read();
    expect(fieldOverrides).toEqual({
      hero: `For museums ${markup}`.slice(0, 30),
      lead: 'First line\nsecond line',
      book: 'mailto:book@acme.example',
      photo: { url: 'https://www.acme.example/hall.png', alt: 'A hall' },
      proofs: ['One', 'Two'],
    });
    // An empty field gives it back to the page.
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Proofs').fill('');
    await form.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('Saved in version 1').last().waitFor();
    await expect.poll(async () => (await made.read()).fieldOverrides.proofs).toBeUndefined();
  },
);

consoleTest('a text that does not fit is refused at its control, and nothing is lost', async () => {
  expectErrors(/422/, /400/, /412/);
  const made = await audienceWith(declared);
  const page = await openReady(`${made.at}?edit=fields.book`, 'Museums');
  const form = page.getByRole('form', { name: 'Content of the draft' });
  const link = form.getByLabel('Booking');
  await expect.poll(() => focused(page, 'name')).toBe('fields.book');
  await link.fill('not an address');
  await form.getByRole('button', { name: 'Save the draft' }).click();
  await expect.poll(() => link.getAttribute('aria-invalid')).toBe('true');
  await form.getByText('must be an absolute http, https, mailto or tel URL').waitFor();
  await link.fill('');
  await form.getByLabel('Photo: address').fill('door.png');
  await form.getByRole('button', { name: 'Save the draft' }).click();
  await form.getByText('must be an address that begins with http:// or https://').waitFor();
  await form.getByLabel('Photo: address').fill('');
  // A field that somebody removes meanwhile: the text is still there, and the reason.
  await form.getByLabel('Headline', { exact: true }).fill('Written');
  await declare(made.audience.pageId, declared.slice(1));
  await form.getByRole('button', { name: 'Save the draft' }).click();
  await form.getByText('This field was removed from the page.').waitFor();
  expect(await form.getByLabel('Headline', { exact: true }).inputValue()).toBe('Written');
});

consoleTest('fields of the page are in the diff, the versions, the preview, and a roll back', async () => {
  const made = await audienceWith(declared, { fieldOverrides: { hero: 'Counts for museums' } });
  await made.publish();
  await write(made, { hero: 'Counts for libraries', proofs: ['Third'] });
  const page = await openReady(made.at, 'Museums');
  const words = page.getByRole('region', { name: 'Content' });
  await words.locator('ins', { hasText: 'libraries' }).waitFor();
  expect(await words.locator('del').allTextContents()).toEqual(['museums', 'First\nSecond']);
  await page.getByRole('button', { name: 'Publish …' }).click();
  const asked = page.getByRole('dialog', { name: 'Publish version 2?' });
  await asked.locator('ins', { hasText: 'Third' }).waitFor();
  await asked.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('region', { name: 'State' }).getByText('Live v2').waitFor();
  expect(await published(made)).toMatchObject({ hero: 'Counts for libraries', proofs: ['Third'] });

  await isQuiet(page);
  await page.getByRole('region', { name: 'Versions' }).getByText('Headline, Proofs').waitFor();
  await page.getByRole('button', { name: 'Roll back' }).first().click();
  const back = page.getByRole('dialog', { name: 'Roll back to version 1?' });
  await back.locator('ins', { hasText: 'museums' }).waitFor();
  await back.getByRole('button', { name: 'Roll back' }).click();
  await expect
    .poll(async () => (await made.read()).publishedVersion?.versionNumber, { timeout: 10_000 })
    .toBe(3);
  expect(await published(made)).toMatchObject({ hero: 'Counts for museums', proofs: ['First', 'Second'] });
  // The list is as on the page again, and not a copy of it.
  expect((await made.read()).fieldOverrides).toEqual({ hero: 'Counts for museums' });
});

consoleTest('somebody else writes in the same field: both texts, and the choice', async () => {
  expectErrors(/412/);
  const made = await audienceWith(declared);
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  await page.getByLabel('Headline', { exact: true }).fill('Mine');
  await write(made, { hero: 'Theirs', lead: 'Theirs, too' });
  await page.getByRole('button', { name: 'Save the draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone changed this while you edited' });
  await dialog.getByRole('group', { name: 'Headline Both of you changed it' }).waitFor();
  await dialog.getByRole('button', { name: 'Save the choices' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await made.read()).fieldOverrides)
    .toEqual({ hero: 'Mine', lead: 'Theirs, too' });
});

const labelsOf = (page: Tab) => page.locator('.page-field h3').allTextContents();

consoleTest('Fields: three in a click, one more, and another order by keys', async () => {
  expectErrors(/400/);
  const pageId = await newPage('Fields of a test');
  const page = await openReady(`#/pages/${pageId}?view=fields`, 'Fields of a test');
  await page.getByText('No fields yet').waitFor();
  await page.getByText('data-footfall="hero"').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Headline, Button and Reasons' }).click();
  await expect.poll(() => labelsOf(page)).toEqual(['Headline', 'Button', 'Reasons']);
  expect(await namesOf(pageId)).toEqual(['hero', 'button', 'reasons']);

  await page.getByRole('link', { name: 'New field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Name', { exact: true }).fill('Große Überschrift 2');
  expect(await dialog.getByLabel('Name in the code').inputValue()).toBe('grosseUberschrift2');
  await dialog.getByLabel('Kind').selectOption('image');
  await dialog.getByLabel('Default', { exact: true }).fill(image);
  await submit(
    dialog,
    { 'Description of the default image': 'A door', 'Most characters': '1000' },
    'Add the field',
  );
  await dialog.getByText('must be at most 300 for this kind').waitFor();
  await submit(dialog, { 'Most characters': '' }, 'Add the field');
  await expect.poll(() => labelsOf(page)).toEqual(['Headline', 'Button', 'Reasons', 'Große Überschrift 2']);
  const [, , , added] = (await get<Page>(`pages/${pageId}`)).fields;
  expect(added).toMatchObject({ kind: 'image', default: { url: image, alt: 'A door' }, maxLength: 300 });

  // Two moves at once are both kept, and the focus stays with what moves.
  const up = page.getByRole('button', { name: 'Move Große Überschrift 2 up' });
  await up.focus();
  await page.keyboard.press('Enter');
  expect(await focused(page, 'aria-label')).toBe('Move Große Überschrift 2 up');
  await page.keyboard.press('Enter');
  const order = ['hero', 'grosseUberschrift2', 'button', 'reasons'];
  await expect.poll(() => labelsOf(page)).toEqual(['Headline', 'Große Überschrift 2', 'Button', 'Reasons']);
  await expect.poll(() => namesOf(pageId)).toEqual(order);
  // What is first goes down only.
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page, 'aria-label')).toBe('Move Große Überschrift 2 down');
  await page.keyboard.press('Enter');
  await expect.poll(() => namesOf(pageId)).toEqual(order);
  expect(await focused(page, 'aria-label')).toBe('Move Große Überschrift 2 down');
  await page.reload();
  await isReady(page, 'Fields of a test');
  expect(await labelsOf(page)).toEqual(['Headline', 'Große Überschrift 2', 'Button', 'Reasons']);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

consoleTest('Fields: what visits have found on the page, and a name that becomes a field', async () => {
  const pageId = await newPage('Fields of a website');
  await declare(pageId, declared.slice(0, 2));
  const page = await openReady(`#/pages/${pageId}?view=fields`, 'Fields of a website');
  // Nobody knows yet: the page says how.
  await page.getByText('No visit has found a field on your page yet.').waitFor();
  expect(await page.getByText('Not found yet').count()).toBe(0);

  await collect({ pageId, foundFields: 'hero,sub-headLine,photo' }, 'person', await newKey('collect'));
  await expect
    .poll(async () => (await get<PageRead>(`pages/${pageId}`)).foundFields.length, { timeout: 30_000 })
    .toBe(3);
  await page.reload();
  await isReady(page, 'Fields of a website');
  const [headline, lead] = [page.locator('.page-field').nth(0), page.locator('.page-field').nth(1)];
  await headline.getByText('Found on your page, ').waitFor();
  await lead.getByText('Not found yet').waitFor();
  expect(await page.getByText('No visit has found a field').count()).toBe(0);

  const found = page.getByRole('region', { name: 'Found on your page, not a field yet, 2' });
  expect(await found.locator('li code').allTextContents()).toEqual(['photo', 'sub-headLine']);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await found.getByRole('button', { name: 'Add this field sub-headLine' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Sub head line');
  await dialog.getByLabel('Name', { exact: true }).fill('Below the headline');
  expect(await dialog.getByLabel('Name in the code').inputValue()).toBe('sub-headLine');
  await dialog.getByRole('button', { name: 'Add the field' }).click();
  await expect.poll(() => labelsOf(page)).toEqual(['Headline', 'Lead', 'Below the headline']);
  await page.locator('.page-field').nth(2).getByText('Found on your page, ').waitFor();
  await page.getByRole('region', { name: 'Found on your page, not a field yet, 1' }).waitFor();
  expect(await namesOf(pageId)).toEqual(['hero', 'lead', 'sub-headLine']);
});

consoleTest(
  'Fields: removed, its texts are kept; restored, they are back; discarded, they are gone',
  async () => {
    const made = await audienceWith(declared, { fieldOverrides: { hero: 'Kept' } });
    const { pageId } = made.audience;
    const at = `#/pages/${pageId}?view=fields`;
    const page = await openReady(at, 'A page of a test');
    await page.getByRole('button', { name: 'Remove Headline' }).click();
    const remove = page.getByRole('dialog', { name: 'Remove Headline from the page?' });
    await remove.getByText('kept until you discard it').waitFor();
    await remove.getByRole('button', { name: 'Remove the field' }).click();
    const removed = page.getByRole('region', { name: 'Removed, 1' });
    await removed.getByRole('heading', { name: 'Headline' }).waitFor();
    expect((await made.read()).effectiveFields.hero).toBeUndefined();
    // The audience says so, and leads back.
    await goTo(page, made.at, 'Museums');
    await page.getByText('Removed from the page: Headline.').waitFor();
    await page.getByRole('link', { name: 'Restore or discard it in Fields' }).click();
    await removed.getByRole('button', { name: 'Restore Headline' }).click();
    await removed.waitFor({ state: 'detached' });
    expect((await made.read()).effectiveFields.hero).toBe('Kept');

    await page.getByRole('button', { name: 'Remove Headline' }).click();
    await remove.getByRole('button', { name: 'Remove the field' }).click();
    await removed.getByRole('button', { name: 'Discard … Headline' }).click();
    const discard = page.getByRole('dialog', { name: 'Discard Headline?' });
    await discard.getByText('in at most 1 audience').waitFor();
    await discard.getByRole('button', { name: 'Discard it for good' }).click();
    await removed.waitFor({ state: 'detached' });
    expect((await made.read()).fieldOverrides).toEqual({});
    expect(await namesOf(pageId)).not.toContain('hero');
  },
);

consoleTest(
  'Fields: a change of somebody else is a conflict, which is said, and nothing is lost',
  async () => {
    expectErrors(/412/);
    const pageId = await newPage('Fields of two');
    await declare(pageId, declared);
    const page = await openReady(`#/pages/${pageId}?view=fields`, 'Fields of two');
    await page.getByRole('button', { name: 'Edit Headline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Headline' });
    await dialog.getByLabel('Name', { exact: true }).fill('Mine');
    await declare(pageId, [{ ...hero, label: 'Theirs', help: 'Theirs, too' }, ...declared.slice(1, 3)]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone changed this field while you edited it.').waitFor();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { fields } = await get<Page>(`pages/${pageId}`);
    expect(fields[0]).toMatchObject({ label: 'Mine', help: 'Theirs, too' });
    // What they have removed stays removed.
    expect(fields.filter(({ removedAt }) => removedAt).map(({ name }) => name)).toEqual(['photo', 'proofs']);

    await isQuiet(page);
    await declare(pageId, [declared[1] ?? {}]);
    await page.getByRole('button', { name: 'Move Lead down' }).click();
    await page.getByText('The order stayed as it was. It has changed since it was read.').waitFor();
    await expect.poll(() => labelsOf(page)).toEqual(['Lead', 'Mine', 'Booking', 'Photo', 'Proofs']);

    await page.getByRole('button', { name: 'Remove Lead' }).click();
    await declare(pageId, [declared[1] ?? {}, hero ?? {}]);
    const remove = page.getByRole('dialog', { name: 'Remove Lead from the page?' });
    await remove.getByRole('button', { name: 'Remove the field' }).click();
    await remove.getByText('It has changed since it was read.').waitFor();
    // What is there now is behind the dialog: a second attempt changes that.
    await expect.poll(() => labelsOf(page)).toEqual(['Lead', 'Headline', 'Booking', 'Photo', 'Proofs']);
    await remove.getByRole('button', { name: 'Remove the field' }).click();
    await expect.poll(() => namesOf(pageId)).toEqual(['hero', 'lead', 'book', 'photo', 'proofs']);
  },
);
