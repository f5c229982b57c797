import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  type Figures,
  get,
  importVisits,
  markup,
  newAudience,
  newKey,
  newPage,
  send,
  service,
} from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady } from './open.ts';
import { violations } from './tab.ts';

const plots = (page: Page) =>
  page.locator('.plot .u-over').evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top } = one.getBoundingClientRect();
      return { left, right, top };
    }),
  );
const tips = (page: Page) => page.locator('.plot-tip tr:first-child th').allTextContents();
const hashOf = (page: Page) => new URL(page.url()).hash;

const days = { range: 'from=2026-10-01&to=2026-10-31&zone=Europe/Berlin', steps: 31 };
const span = `startDate=${encodeURIComponent('2026-09-30T22:00:00.000Z')}&endDate=${encodeURIComponent('2026-10-31T23:00:00.000Z')}`;

consoleTest('a second measure has a chart below, over the same time; the pointer reads both', async () => {
  const page = await openReady(`#/?${days.range}`, 'Overview');
  expect(await plots(page)).toHaveLength(1);
  await page.getByRole('button', { name: '+ Compare with a measure' }).click();
  const choices = page.locator('.notes .menu-item');
  expect(await choices.allTextContents()).toEqual(['Conversions', 'Forms', 'Bounces', 'Engaged time']);
  expect(await violations(page)).toEqual([]);
  await choices.getByText('Engaged time').click();
  await expect.poll(() => page.locator('.plot .u-over').count()).toBe(2);
  expect(hashOf(page)).toContain('and=time');
  // Numbers as long as "1m 40s" move both charts.
  await expect.poll(async () => new Set((await plots(page)).map(({ left }) => left)).size).toBe(1);
  const [first, second] = await plots(page);
  expect(second?.right).toBe(first?.right);
  expect(second?.top).toBeGreaterThan(first?.top ?? 0);

  for (const nth of [0, 1]) {
    await page
      .locator('.plot .u-over')
      .nth(nth)
      .hover({ position: { x: 300, y: 60 } });
    await expect.poll(async () => (await tips(page)).length).toBe(2);
    const [above, below] = await tips(page);
    expect(above).toMatch(/\d+ Oct/);
    expect(below).toBe(above);
  }
  await page.mouse.move(2, 2);
  await expect.poll(() => tips(page)).toEqual([]);

  // Both as tables, with the numbers of the service.
  await page.keyboard.press('t');
  await expect.poll(() => page.locator('.chart .figures').count()).toBe(2);
  const query = `analytics/timeseries?${span}&timezone=Europe/Berlin&interval=day&limit=1`;
  const { items } = await get<{ items: Figures[] }>(query);
  const shown = (nth: number) =>
    page.locator('.chart').nth(nth).locator('tbody tr td:nth-child(2)').allTextContents();
  expect(await shown(0)).toEqual(items.map(({ totalSessions }) => String(totalSessions)));
  expect(await shown(1)).toHaveLength(days.steps);
  expect((await shown(1)).map((text) => text === '–')).toEqual(
    items.map(({ totalSessions }) => totalSessions === 0),
  );
  await page.locator('.chart').nth(1).getByRole('button', { name: 'Chart', exact: true }).click();
  await expect.poll(() => page.locator('.chart .figures').count()).toBe(1);
  await page.keyboard.press('t');
  await expect.poll(() => page.locator('.chart .figures').count()).toBe(0);
});

consoleTest('the second measure stays in the address until it is removed or is the first', async () => {
  const at = `#/pages/${service.pageId}?range=90d&metric=conversions&and=bounces`;
  const page = await openReady(at, 'Trailmark', { width: 360, height: 740 });
  const names = () => page.locator('figure.chart').evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(await names()).toEqual([
    expect.stringMatching(/^Conversions per/),
    expect.stringMatching(/^Bounces per/),
  ]);
  const stats = page.locator('.stats');
  // Its own line is not drawn twice, also not that of a rate of the same count.
  await stats.getByRole('link', { name: 'Bounce rate' }).click();
  await expect.poll(names).toEqual([expect.stringMatching(/^Bounces per/)]);
  await stats.getByRole('link', { name: 'Visits' }).click();
  await expect
    .poll(names)
    .toEqual([expect.stringMatching(/^Visits per/), expect.stringMatching(/^Bounces per/)]);
  await page.getByRole('link', { name: 'Remove the chart of Bounces' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual([expect.stringMatching(/^Visits per/)]);
  expect(hashOf(page)).not.toContain('and=');
  // What added it has the focus.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('+ Compare with a measure');
  await page.goBack();
  await expect.poll(names).toHaveLength(2);
});

interface Written {
  text: string;
  start: number;
  end: number;
  top: number;
  canvas: number;
}

/** Notes what is written into a canvas that is in the page, in pixels of the window. It runs in the page. */
function noteTexts(): void {
  const notes: Written[] = [];
  Object.assign(window, { notes });
  const { prototype } = CanvasRenderingContext2D;
  const { fillText, clearRect } = prototype;
  prototype.clearRect = function clear(...rest) {
    notes.length = 0;
    return clearRect.apply(this, rest);
  };
  prototype.fillText = function write(text, x, y, ...rest) {
    const width = this.measureText(text).width;
    const start = this.textAlign === 'right' ? x - width : this.textAlign === 'center' ? x - width / 2 : x;
    notes.push({ text, start, end: start + width, top: y, canvas: this.canvas.width });
    return fillText.call(this, text, x, y, ...rest);
  };
}

// Ranges after each other have labels of another kind, so that the labels of the one before are not taken for them.
const ranges: [range: string, date: RegExp][] = [
  ['today', /^\w{3},? \d+ \w+$/],
  ['30d', /^\d+ \w+$/],
  ['7d', /^\w{3},? \d+ \w+$/],
  ['90d', /^\d+ \w+$/],
  ['12m', /^\w+ \d{4}$/],
];

consoleTest('the chart of each range has dates at each width: none cut off or over another', async () => {
  const page = await openConsole('#/nothing', { own: true });
  await page.addInitScript(noteTexts);
  await go(page, `?notes#/?range=today`);
  /** What is written into the chart, once it fills its place again. */
  const written = () =>
    page.evaluate(() => {
      const { notes } = window as unknown as { notes: Written[] };
      const plot = document.querySelector('.plot-canvas');
      const canvas = plot?.querySelector('canvas');
      return canvas &&
        canvas.width === plot?.clientWidth &&
        notes.every((note) => note.canvas === canvas.width)
        ? notes
        : [];
    });
  for (const [range, date] of ranges) {
    await goTo(page, `?notes#/?range=${range}`, 'Overview');
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${range} at ${width} px`;
      await expect
        .poll(async () => (await written()).filter(({ text }) => date.test(text)).length, {
          message: where,
        })
        .toBeGreaterThanOrEqual(2);
      const notes = await written();
      const dates = notes.filter(({ text }) => date.test(text));
      // All others are clocks above a date, or numbers of the other axis.
      const others = notes.filter(({ text }) => !date.test(text));
      const clocks = others.filter(({ text }) => text.includes(':'));
      expect(clocks.length, where).toBe(range === 'today' ? dates.length : 0);
      for (const [index, { start, end, canvas, text }] of dates.entries()) {
        expect(start, text).toBeGreaterThanOrEqual(0);
        expect(end, text).toBeLessThanOrEqual(canvas);
        expect(start, text).toBeGreaterThan(dates[index - 1]?.end ?? 0);
      }
    }
  }
});

interface Note {
  annotationId: string;
  text: string;
  happenedAt: string;
  pageId: string | null;
}

/** The notes of a page, without those of all pages. */
async function notesOf(pageId: string): Promise<Note[]> {
  const { items } = await get<{ items: Note[] }>(`annotations?limit=100&pageId=${pageId}`);
  return items.filter((note) => note.pageId === pageId);
}

/** A page with a visit, three days ago. */
async function notedPage(title: string): Promise<string> {
  const pageId = await newPage(title);
  await importVisits(pageId, Date.now() - 3 * 86_400_000, {});
  return pageId;
}

/** What the chart has drawn. */
const drawn = (page: Page) =>
  page.locator('.plot canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

/** What stands beside the pointer at the last step of the chart. */
async function tipAtEnd(page: Page): Promise<string | null> {
  const over = page.locator('.plot .u-over');
  const { width = 0 } = (await over.boundingBox()) ?? {};
  await over.hover({ position: { x: width - 2, y: 90 } });
  return page.locator('.plot-tip').textContent();
}

consoleTest('a note is written, marks its day, is changed and deleted, and the deletion undone', async () => {
  const pageId = await notedPage('Noted');
  const page = await openReady(`#/pages/${pageId}?range=7d`, 'Noted');
  const before = await drawn(page);
  await page.getByRole('link', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note to the chart' });
  await dialog.getByText('In the time zone Europe/Berlin').waitFor();
  expectErrors(/400/);
  await dialog.getByRole('button', { name: 'Add the note' }).click();
  await dialog.getByRole('alert').getByText('must have at least 1 character').waitFor();
  await dialog.getByLabel('Note', { exact: true }).fill('Newsletter sent');
  await dialog.getByRole('button', { name: 'Add the note' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByText('1 note on the chart').click();
  const item = page.locator('.notes li').filter({ hasText: 'Newsletter sent' });
  await item.waitFor();
  await expect.poll(() => drawn(page)).not.toBe(before);
  expect(await tipAtEnd(page)).toContain('Newsletter sent');
  expect(await violations(page)).toEqual([]);
  const [made] = await notesOf(pageId);
  expect(made).toMatchObject({ text: 'Newsletter sent', pageId });
  expect(Math.abs(Date.parse(made?.happenedAt ?? '') - Date.now())).toBeLessThan(120_000);

  await item.getByRole('button', { name: /Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the note' });
  await edit.getByLabel('Note', { exact: true }).fill('Newsletter to 4,000 people');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The note was saved').waitFor();
  await page.locator('.notes li').filter({ hasText: '4,000 people' }).waitFor();
  // Only the text was changed.
  expect(await notesOf(pageId)).toMatchObject([
    { text: 'Newsletter to 4,000 people', happenedAt: made?.happenedAt },
  ]);

  await page.getByRole('button', { name: /Delete the note/ }).click();
  await expect.poll(() => page.locator('.notes li').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 note on the chart').waitFor();
  expect(await notesOf(pageId)).toHaveLength(1);
});

consoleTest('a page has its own notes and those of all pages; who only reads writes none', async () => {
  const [pageId, other] = [await notedPage('First noted'), await notedPage('Second noted')];
  const happenedAt = new Date(Date.now() - 86_400_000).toISOString();
  const of = (note: object) => send<Note>('POST', 'annotations', { happenedAt, ...note });
  await of({ text: 'Of the first', pageId });
  await of({ text: 'Of the second', pageId: other });
  const { annotationId } = await of({ text: `Of all ${markup}` });
  const page = await openReady(`#/pages/${pageId}?range=7d`, 'First noted', {
    key: await newKey('read'),
    own: true,
  });
  await page.locator('.notes summary').click();
  const texts = () => page.locator('.notes li').allTextContents();
  const all = (await texts()).join('\n');
  expect(all).toContain('Of the first');
  expect(all).toContain(`Of all ${markup}`);
  expect(all).not.toContain('Of the second');
  expect(await page.getByRole('link', { name: 'Add a note' }).count()).toBe(0);
  expect(await page.locator('.notes button').allTextContents()).toEqual(['+ Compare with a measure']);
  await goTo(page, `?2#/pages/${pageId}?range=7d&new=note`, 'First noted');
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The overview has those of all pages, each with its page.
  await goTo(page, '?3#/?range=7d', 'Overview');
  await page.locator('.notes summary').click();
  const row = page.locator('.notes li').filter({ hasText: 'Of the second' });
  await row.getByRole('link', { name: 'Second noted' }).waitFor();
  await send('DELETE', `annotations/${annotationId}`);
});

consoleTest('what was published marks its day, and leads to the audience', async () => {
  const pageId = await notedPage('Published');
  const made = await newAudience({ customName: `Museums ${markup}` }, pageId);
  await made.publish();
  const page = await openReady(`#/pages/${pageId}?range=7d`, 'Published', {
    key: await newKey('read'),
    own: true,
  });
  await page.getByText('1 publish on the chart').click();
  expect(await tipAtEnd(page)).toContain(`Published: Museums ${markup}`);
  expect(await violations(page)).toEqual([]);
  await page.locator('.notes').getByRole('link', { name: 'Museums' }).click();
  await isReady(page, `Museums ${markup}`);
});
