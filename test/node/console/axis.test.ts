import { expect } from 'vitest';
import { consoleTest, isReady, openConsole, service } from './open.ts';

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

consoleTest.each([
  ['today', /^\w{3},? \d+ \w+$/],
  ['7d', /^\w{3},? \d+ \w+$/],
  ['30d', /^\d+ \w+$/],
  ['90d', /^\d+ \w+$/],
  ['12m', /^\w+ \d{4}$/],
])(
  'the chart of %s has dates below it at each width: none cut off, none over another',
  async (range, date) => {
    const page = await openConsole('#/');
    await page.addInitScript(noteTexts);
    for (const [width, height] of [
      [360, 740],
      [768, 800],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${service.address}/console/?${width}#/?range=${range}`);
      await isReady(page, 'Overview');
      const notes = await page.evaluate(() => (window as unknown as { notes: Written[] }).notes);
      const dates = notes.filter(({ text }) => date.test(text));
      expect(dates.length, `${width} px: ${JSON.stringify(notes)}`).toBeGreaterThanOrEqual(2);
      // All others are clocks above a date, or numbers of the other axis.
      const others = notes.filter(({ text }) => !date.test(text));
      const clocks = others.filter(({ text }) => text.includes(':'));
      expect(clocks.length).toBe(range === 'today' ? dates.length : 0);
      for (const [index, { start, end, canvas, text }] of dates.entries()) {
        expect(start, text).toBeGreaterThanOrEqual(0);
        expect(end, text).toBeLessThanOrEqual(canvas);
        expect(start, text).toBeGreaterThan(dates[index - 1]?.end ?? 0);
      }
    }
  },
);
