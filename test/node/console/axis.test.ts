import { expect } from 'vitest';
import { service } from './api.ts';
import { consoleTest, goTo, openConsole } from './open.ts';

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
  await page.goto(`${service.address}/console/?notes#/?range=today`);
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
