import { expect } from 'vitest';
import type { Audience, AudienceInFull } from '../../../src/content/audiences/schemas.ts';
import { get, importVisits, newPage, send } from './api.ts';
import { consoleTest, expectErrors, go, isReady, openConsole } from './open.ts';
import { clipboard, focused, overflow, submit, violations } from './tab.ts';

interface Link {
  path: string;
  tenantDomainId: string | null;
  target: { audienceId: string };
}

let count = 0;

/** A new person with a name of their own. */
async function newPerson() {
  count += 1;
  const name = `Ada ${'abcdefgh'[count]} ${process.pid}`;
  const person = await send('POST', 'persons', { name });
  return { name, personId: person.personId ?? '', slug: person.slug ?? '' };
}

const audiencesOf = async (pageId: string) =>
  (await get<{ items: Audience[] }>(`pages/${pageId}/audiences`)).items;
const linksTo = async (pageId: string, audienceId: string) =>
  (await get<{ items: Link[] }>(`pages/${pageId}/audiences/${audienceId}/page_links`)).items;

/** The dialog of a person, for a page. `made` is what their screen says of the pages that they have. */
async function openDialog(
  { name, personId }: { name: string; personId: string },
  { width = 1280, made = 'None yet.' } = {},
) {
  const page = await openConsole(`#/persons?open=${personId}`, { width });
  await isReady(page, 'Persons');
  const person = page.getByRole('complementary', { name: 'Person' });
  await person.getByText(made).waitFor();
  await person.getByRole('link', { name: 'Create a page …' }).click();
  const dialog = page.getByRole('dialog', { name: `Create a page for ${name}` });
  await dialog.getByLabel('Context').waitFor();
  return { page, person, dialog };
}

consoleTest('a page for a person is made, published, and its link copied, in four actions', async () => {
  const pageId = await newPage('A page for one person');
  const ada = await newPerson();
  // One and two: the screen, and the person. Three: the button of the person.
  const { page, person, dialog } = await openDialog(ada, { width: 360 });
  // The newest page is chosen: this one, unless another test has just made one.
  const choice = dialog.getByLabel('Page', { exact: true });
  const chosen = await choice.inputValue();
  expect(chosen >= pageId, chosen).toBe(true);
  if (chosen !== pageId) await choice.selectOption(pageId);
  expect(await dialog.getByLabel('Path of the link').inputValue()).toBe(`/for/${ada.slug}`);
  await dialog.getByText('Description and button').click();
  expect(await overflow(page)).toBe(0);
  await dialog.getByLabel('Context').fill('Asked for a price on the phone.');
  // Four: the page is made, and its link copied.
  await dialog.getByRole('button', { name: 'Create the page, copy the link' }).click();
  await dialog.getByText('The link was copied.').waitFor();

  const [audience] = await audiencesOf(pageId);
  const { audienceId = '' } = audience ?? {};
  expect(audience).toMatchObject({
    personId: ada.personId,
    supplementaryContext: 'Asked for a price on the phone.',
  });
  const [link] = await linksTo(pageId, audienceId);
  expect(link).toMatchObject({ path: `/for/${ada.slug}`, target: { audienceId } });
  const copied = await clipboard(page);
  expect(copied).toMatch(new RegExp(`^https://[\\w.-]+/for/${ada.slug}$`));
  await dialog.getByText(/^Version 1 has been live since /).waitFor();
  expect(await violations(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => focused(page)).toBe('Create a page …');
  const made = person.getByRole('region', { name: 'Pages for this person' });
  await made.getByRole('link', { name: 'A page for one person' }).waitFor();
  await made.getByText('Live v1').waitFor();

  // A visit by the link is counted beside it.
  await importVisits(pageId, Date.now() - 86_400_000, { pageUrl: copied, hasConversion: true, audienceId });
  await page.reload();
  await isReady(page, 'Persons');
  await made.getByText('1 visit, 1 of 1 converted').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  // The next one is of another page, and has another path.
  await person.getByRole('link', { name: 'Create a page …' }).click();
  await dialog.getByLabel('Context').waitFor();
  expect(await dialog.getByLabel('Page', { exact: true }).inputValue()).not.toBe(pageId);
  expect(await dialog.getByLabel('Path of the link').inputValue()).toMatch(`/for/${ada.slug}/`);
});

consoleTest('a page for a person has the fields of the page first, each by its kind', async () => {
  expectErrors(/422/);
  const pageId = await newPage('A page with fields');
  await send('PATCH', `pages/${pageId}`, {
    fields: [
      {
        name: 'hero',
        label: 'Headline',
        kind: 'text',
        default: 'For everyone',
        maxLength: 20,
        help: 'Short.',
      },
      { name: 'photo', label: 'Photo', kind: 'image' },
      { name: 'proofs', label: 'Proofs', kind: 'list', default: ['First'] },
    ],
  });
  const ada = await newPerson();
  const { page, dialog } = await openDialog(ada, { width: 360 });
  await dialog.getByLabel('Page', { exact: true }).selectOption(pageId);
  const headline = dialog.getByLabel('Headline', { exact: true });
  expect(await headline.getAttribute('placeholder')).toBe('For everyone');
  const names = await dialog
    .locator('[name]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
  expect(names.slice(0, 6)).toEqual([
    ...['page', 'fields.hero', 'fields.photo', 'fields.photo.alt', 'fields.proofs', 'supplementaryContext'],
  ]);
  // The title is for search engines here, and folded.
  await dialog.getByText('Title, description and button').waitFor();
  expect(await dialog.getByLabel('Title', { exact: true }).isVisible()).toBe(false);
  await headline.fill('For Ada, who has asked twice');
  await dialog.getByText('8 too many: at most 20 characters.').waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);

  // The service refuses it at its control, and makes nothing.
  await dialog.getByRole('button', { name: 'Create the page, copy the link' }).click();
  await expect.poll(() => headline.getAttribute('aria-invalid')).toBe('true');
  expect(await audiencesOf(pageId)).toEqual([]);
  await headline.fill('For Ada');
  await dialog.getByLabel('Photo: address').fill('https://www.acme.example/ada.png');
  await dialog.getByLabel('Photo: description').fill('A door');
  await dialog.getByLabel('Proofs').fill('One\n\nTwo');
  await dialog.getByRole('button', { name: 'Create the page, copy the link' }).click();
  await dialog.getByText('The link was copied.').waitFor();
  await dialog.getByText(/^Version 1 has been live since /).waitFor();
  const [audience] = await audiencesOf(pageId);
  const fieldOverrides = {
    hero: 'For Ada',
    photo: { url: 'https://www.acme.example/ada.png', alt: 'A door' },
    proofs: ['One', 'Two'],
  };
  expect(audience).toMatchObject({ personId: ada.personId, fieldOverrides });
  const { liveContent } = await get<AudienceInFull>(`pages/${pageId}/audiences/${audience?.audienceId}`);
  expect(liveContent?.fields).toEqual(fieldOverrides);
});

consoleTest('a page for a person is made once, whatever is lost on the way', async () => {
  expectErrors(/ERR_FAILED|409|503/);
  const pageId = await newPage('A page on a bad line');
  const ada = await newPerson();
  const { page, person, dialog } = await openDialog(ada);
  // The first two answers of each step are lost, after the service has done it: the client itself sends each once more.
  const lost: string[] = [];
  const losses: Record<string, number> = { audiences: 2, page_links: 2, publish: 2 };
  await page.route(/\/v0\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    const step = pathname.split('/').at(-1) ?? '';
    const isOver = lost.filter((one) => one === step).length === (losses[step] ?? 0);
    if (route.request().method() !== 'POST' || isOver) return route.continue();
    lost.push(step);
    await route.fetch();
    await route.abort();
  });
  // Another test may have made a newer page, which is offered.
  await dialog.getByLabel('Page', { exact: true }).selectOption(pageId);
  await dialog.getByLabel('Title').fill('For Ada');
  await dialog.getByLabel('Path of the link').fill('/bad-line');
  await dialog.getByLabel('Domain').selectOption('');
  await dialog.getByRole('button', { name: 'Create the page, copy the link' }).click();
  await dialog.getByText('The service did not answer').waitFor();
  // What is loaded slowly says so, and says nothing of what was made.
  expect(await dialog.locator('[role="status"]:not(.slow)').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Create the page, copy the link' }).click();
  await dialog.getByText('Its link is still missing.').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await dialog.getByLabel('Path of the link').inputValue()).toBe('/bad-line');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByText(/Its content is not published yet/).waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('https://test.example/bad-line').waitFor();
  await dialog.getByText(/^Version 1 has been live since /).waitFor();
  expect(lost).toEqual(['audiences', 'page_links', 'publish'].flatMap((step) => [step, step]));

  const audiences = await audiencesOf(pageId);
  expect(audiences.map(({ personId, metadataOverride }) => [personId, metadataOverride.title])).toEqual([
    [ada.personId, 'For Ada'],
  ]);
  const links = await linksTo(pageId, audiences[0]?.audienceId ?? '');
  expect(links.map(({ path }) => path)).toEqual(['/bad-line']);
  // What is published is found whatever its path.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await person.getByRole('link', { name: '/bad-line' }).waitFor();
});

consoleTest('a person’s audience that is there keeps its words, and gets a link', async () => {
  expectErrors(/409/);
  const pageId = await newPage('A page with an audience');
  const ada = await newPerson();
  const body = { personId: ada.personId, supplementaryContext: 'Written before.' };
  const { audienceId = '' } = await send('POST', `pages/${pageId}/audiences`, body);
  const target = { targetType: 'page', pageId };
  await send('POST', 'page_links', { path: '/somebody-elses', target });
  const { page, dialog } = await openDialog(ada, { made: 'A page with an audience' });
  await dialog.getByLabel('Page', { exact: true }).selectOption(pageId);
  await submit(dialog, { Context: 'Written now.' }, 'Create the page, copy the link');
  await dialog.getByText('What you wrote here is not saved in it.').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create a link to it' }).click();
  // A path that is taken leads to the link that has it.
  await dialog.getByLabel('Path of the link').fill('/somebody-elses');
  await dialog.getByLabel('Domain').selectOption('');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByText('Another page link has this path').waitFor();
  await dialog.getByRole('link', { name: 'Open the link that has this path' }).waitFor();
  await submit(dialog, { 'Path of the link': '/of-ada' }, 'Create the link');
  await dialog.getByText('https://test.example/of-ada').waitFor();
  await dialog.getByText(/Version 1 is a draft/).waitFor();
  expect((await audiencesOf(pageId)).map(({ supplementaryContext }) => supplementaryContext)).toEqual([
    'Written before.',
  ]);
  expect((await linksTo(pageId, audienceId)).map(({ path }) => path)).toEqual(['/of-ada']);
});

consoleTest('a person with more links than are shown is not said to have none', async () => {
  const pageId = await newPage('A page with many links');
  const ada = await newPerson();
  await send('POST', `pages/${pageId}/audiences`, { personId: ada.personId });
  const page = await openConsole('#/nothing');
  const none = { items: [], hasMore: true, nextCursor: 'x', totalCount: null };
  await page.route(/\/v0\/persons\/\w+\/page_links/, (route) => route.fulfill({ json: none }));
  await go(page, `#/persons?open=${ada.personId}`);
  const made = page.getByRole('region', { name: 'Pages for this person' });
  await made.getByText('Its links are on its own screen.').waitFor();
  await made.getByText('The newest 100 links are shown.').waitFor();
  expect(await made.getByText('No link leads there.').count()).toBe(0);
});
