import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hold, refuse } from './answers.ts';
import { service } from './api.ts';
import { consoleTest, expectErrors, expectOffline, isReady, openConsole } from './open.ts';
import { allViolations, overflow } from './tab.ts';
import { turnsOf } from './turns.ts';

const answers = (url: URL) => url.pathname.startsWith('/v0/');
const slow = 'This takes longer than usual';
const problem = {
  title: 'The database is not available',
  detail: 'D1 does not answer.',
  code: 'database_unavailable',
  requestId: 'request-7',
};

/** A console that is signed in and has asked for no screen yet, on a phone. */
async function signedIn({ own = false } = {}): Promise<Page> {
  // Another test may erase a person whom a list names: the console asks for the name, and is told that they are gone.
  expectErrors(/404/);
  const page = await openConsole('#/nothing', { width: 360, height: 740, own });
  await page.getByText('There is no such screen').waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Goes to an address as a link does, without loading the document again. */
const go = (page: Page, at: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, at);

/** Presses what is offered to try again, from the front to the back: on a phone, a dialog and a drawer hide the screen. */
async function tryAgain(page: Page): Promise<void> {
  for (const front of ['dialog:modal', '.drawer', 'main']) {
    const again = page.locator(front).getByRole('button', { name: 'Try again' });
    // All at once: two parts of a screen may share an answer.
    await again.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
    if (front !== 'main' && (await page.locator(front).count()) > 0) {
      await expect.poll(() => again.count()).toBe(0);
      await page.keyboard.press('Escape');
    }
  }
}

/** The buttons on which a note stands that an answer is slow, by their names. */
const covered = (page: Page) =>
  page.locator('.slow').evaluateAll((notes) =>
    notes.flatMap((note) => {
      const words = note.getBoundingClientRect();
      // A drawer and a dialog lie above the screen, and hide its buttons.
      const layer = note.closest('dialog, .drawer, main') ?? document;
      return [...layer.querySelectorAll('button, a')].flatMap((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const isBeside =
          right <= words.left || left >= words.right || bottom <= words.top || top >= words.bottom;
        return isBeside || !button.checkVisibility()
          ? []
          : [button.getAttribute('aria-label') ?? button.textContent];
      });
    }),
  );

describe.each(turnsOf(['slow', 'failing', 'offline']))('$name', ({ at, heading, has }) => {
  if (has('slow'))
    consoleTest('says that answers are slow, and shows them when they come', async () => {
      const page = await signedIn({ own: true });
      // The time of the page stands while one looks, however long that takes here.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const release = await hold(page, answers);
      await go(page, at(service));
      await page.locator('[aria-busy="true"]').first().waitFor();
      expect(await page.getByText(slow).count()).toBe(0);
      await page.clock.runFor(3000);
      await page.getByText(slow).first().waitFor();
      expect(await covered(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.clock.resume();
      release();
      await isReady(page, heading);
      expect(await page.getByText(slow).count()).toBe(0);
    });

  if (has('failing'))
    consoleTest('shows a problem in its own words, with its request id and a way to try again', async () => {
      expectErrors(/503/);
      const page = await signedIn();
      await refuse(page, answers, 503, problem);
      await go(page, at(service));
      const alert = page.getByRole('alert');
      await alert.first().waitFor();
      await expect.poll(() => page.locator('[aria-busy="true"], .skeleton').count()).toBe(0);
      for (const text of await alert.allTextContents()) {
        expect(text).toContain(problem.title);
        expect(text).toContain(problem.detail);
        expect(text).toContain(problem.requestId);
      }
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await allViolations(page)).toEqual([]);
      // What fails for all parts of a screen is said once.
      expect(await page.locator('main').getByRole('alert').count()).toBeLessThanOrEqual(1);
      expect(await page.getByText('Try again').count()).toBe(await alert.count());
      await page.unroute(answers);
      await tryAgain(page);
      await isReady(page, heading);
      expect(await alert.count()).toBe(0);
    });

  if (has('offline'))
    consoleTest('says that it is offline, and loads when the connection is back', async () => {
      expectOffline();
      const page = await signedIn();
      await page.context().setOffline(true);
      await go(page, at(service));
      await page.getByRole('alert').filter({ hasText: 'You are offline' }).first().waitFor();
      await page.getByText('What you see may be out of date').waitFor();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.context().setOffline(false);
      // A browser says that it is online before the first request succeeds: the console asks again after a second.
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await isReady(page, heading);
      expect(await page.getByRole('alert').count()).toBe(0);
    });
});
