import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTest, isReady, openConsole } from './open.ts';

/** The longest time in milliseconds, of the clock and of the CPU. */
const limit = 300;
const navigations = 7;
/** On a busy machine more are made, until one is within the limit. */
const patience = 100;

/**
 * Notes in the page, in milliseconds since the navigation began, when the heading of the overview is drawn and Ctrl-K is
 * taken. The key is pressed again in each frame, because nothing listens to the first ones.
 */
function noteInteractive(): void {
  const look = () => {
    const key = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true });
    const isDrawn = document.querySelector('h1')?.textContent === 'Overview';
    if (isDrawn && !dispatchEvent(key)) Object.assign(window, { interactiveAfter: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds that a navigation with an empty cache takes: until it is interactive, and CPU of the main thread. */
async function navigate(page: Page, cdp: CDPSession): Promise<{ clock: number; cpu: number }> {
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.reload();
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await isReady(page, 'Overview');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.send('Performance.disable');
  const clock = await page.evaluate(
    () => (window as unknown as { interactiveAfter: number }).interactiveAfter,
  );
  const cpu = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return { clock, cpu: cpu * 1000 };
}

// Other programs on the machine only make a navigation slower. So the fastest says what the console takes.
consoleTest(`the overview takes Ctrl-K within ${limit} ms, the fastest of ${navigations}`, async () => {
  const page = await openConsole('#/', { own: true });
  await isReady(page, 'Overview');
  const cdp = await page.context().newCDPSession(page);
  await page.addInitScript(noteInteractive);
  let [clock, cpu, made] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  while (made < navigations || (made < patience && (clock > limit || cpu > limit))) {
    const taken = await navigate(page, cdp);
    [clock, cpu, made] = [Math.min(clock, taken.clock), Math.min(cpu, taken.cpu), made + 1];
  }
  // biome-ignore lint/suspicious/noConsole: the figure is of interest
  console.log(
    `The overview is interactive after ${clock.toFixed()} ms, and complete after ${cpu.toFixed()} ms of CPU, the ` +
      `least of ${made} navigations.`,
  );
  expect(clock).toBeLessThanOrEqual(limit);
  expect(cpu).toBeLessThanOrEqual(limit);
});
