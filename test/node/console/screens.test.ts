import { describe, expect } from 'vitest';
import { consoleTest, isReady, openConsole, overflow, service, violations } from './open.ts';
import { turnsOf } from './turns.ts';

const themes = ['light', 'dark'] as const;

describe.each(turnsOf([...themes, 'phone']))('$name', ({ at, heading, has }) => {
  consoleTest.each(themes.filter(has))(
    'axe finds nothing in the %s theme, at 1440 and at 390 px',
    async (theme) => {
      const page = await openConsole(at(service), { theme, width: 1440 });
      await isReady(page, heading);
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await isReady(page, heading);
      expect(await violations(page)).toEqual([]);
    },
  );

  if (has('phone'))
    consoleTest('fits a phone of 360 px', async () => {
      const page = await openConsole(at(service), { width: 360, height: 740 });
      await isReady(page, heading);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    });
});
