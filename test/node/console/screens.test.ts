import { expect } from 'vitest';
import { service } from './api.ts';
import { consoleTest, expectErrors, goTo, isReady, openConsole, readToEnd } from './open.ts';
import { allViolations, overflow } from './tab.ts';
import { turnsOf } from './turns.ts';

/** Another test may erase a person whom a list names: the console asks for the name, and is told that they are gone. */
const expectErased = () => expectErrors(/404/);

const themes = ['light', 'dark'] as const;
const turns = turnsOf([...themes, 'phone']);

// The screens of a case are shown one after the other in one tab, as a reader goes through them.

consoleTest.each(themes)('axe finds nothing in the %s theme, at 1440 and at 390 px', async (theme) => {
  expectErased();
  const page = await openConsole('#/nothing', { theme, width: 1440 });
  for (const { name, at, heading } of turns.filter(({ has }) => has(theme))) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await goTo(page, at(service), heading);
    await readToEnd(page);
    expect.soft(await allViolations(page), name).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await isReady(page, heading);
    expect.soft(await allViolations(page), `${name} at 390 px`).toEqual([]);
  }
});

consoleTest('every screen fits a phone of 360 px', async () => {
  expectErased();
  const page = await openConsole('#/nothing', { width: 360, height: 740 });
  for (const { name, at, heading } of turns.filter(({ has }) => has('phone'))) {
    await goTo(page, at(service), heading);
    await readToEnd(page);
    expect.soft(await overflow(page), name).toBeLessThanOrEqual(0);
    expect.soft(await allViolations(page), name).toEqual([]);
  }
});
