import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleAddresses } from '../../../scripts/checks/console-addresses.ts';
import { homeTitle } from '../../../scripts/checks/demo-ids.ts';
import { isTurn } from '../../turns.ts';
import { hold, refuse } from './answers.ts';
import { newAudience, send, service } from './api.ts';
import {
  consoleTest,
  expectErrors,
  expectOffline,
  goTo,
  isReady,
  openConsole,
  openReady,
  readToEnd,
} from './open.ts';
import { allViolations, overflow, violations } from './tab.ts';

// Each screen has six cases, and one of them has its turn in every second run.

const cases = ['light', 'slow', 'dark', 'failing', 'phone', 'offline'] as const;
/** A theme, a width, or a state of the network. */
type Case = (typeof cases)[number];
/** The screens for which it is the turn of this case: one more has the case before it. */
const turnsOf = (wanted: Case) =>
  consoleAddresses.filter((_, index) => {
    const among = 2 * cases.length;
    return isTurn(index - cases.indexOf(wanted) + among, among);
  });

/** Another test may erase a person whom a list names: the console asks for the name, and is told that they are gone. */
const expectErased = () => expectErrors(/404/);

// The screens of these cases are shown one after the other in one tab, as a reader goes through them.

consoleTest.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme, at 1440 and at 390 px',
  async (theme) => {
    expectErased();
    const page = await openConsole('#/nothing', { theme, width: 1440 });
    for (const { name, at, heading } of turnsOf(theme)) {
      await page.setViewportSize({ width: 1440, height: 800 });
      await goTo(page, at(service), heading);
      await readToEnd(page);
      expect.soft(await allViolations(page), name).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await isReady(page, heading);
      expect.soft(await allViolations(page), `${name} at 390 px`).toEqual([]);
    }
  },
);

consoleTest('every screen fits a phone of 360 px', async () => {
  expectErased();
  const page = await openConsole('#/nothing', { width: 360, height: 740 });
  for (const { name, at, heading } of turnsOf('phone')) {
    await goTo(page, at(service), heading);
    await readToEnd(page);
    expect.soft(await overflow(page), name).toBeLessThanOrEqual(0);
    expect.soft(await allViolations(page), name).toEqual([]);
  }
});

/** The turns of what is said of answers: the page of parts asks for none. */
const turnsWithAnswers = (wanted: Case) => turnsOf(wanted).filter(({ name }) => name !== 'parts');

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
  expectErased();
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

consoleTest.for(turnsWithAnswers('slow'))(
  '$name says that answers are slow, and shows them when they come',
  async ({ at, heading }) => {
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
  },
);

consoleTest.for(turnsWithAnswers('failing'))(
  '$name shows a problem in its words, with its request id, and is tried again',
  async ({ at, heading }) => {
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
  },
);

consoleTest.for(turnsWithAnswers('offline'))(
  '$name says that it is offline, and loads when the connection is back',
  async ({ at, heading }) => {
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
  },
);

interface Part {
  at: () => string | Promise<string>;
  heading: string;
  asks: RegExp;
  /** What of the screen stands meanwhile. */
  rest: string;
  /** What is there once it is read. */
  own: string;
}
const ofPage = () => `#/pages/${service.pageId}`;
const parts: Record<string, Part> = {
  'the numbers of a page': {
    at: ofPage,
    heading: homeTitle,
    asks: /analytics\//,
    rest: 'nav[aria-label="Page"]',
    own: '.stat',
  },
  'the figures of all pages': {
    at: () => '#/pages',
    heading: 'Pages',
    asks: /analytics\/pages\?/,
    rest: '.row-link',
    own: 'td:nth-child(2):text-matches("[0-9]")',
  },
  'the figures of the overview': {
    at: () => '#/',
    heading: 'Overview',
    asks: /analytics\/pages\?/,
    rest: '.who-name',
    own: '.stat',
  },
  'who came': {
    at: () => '#/',
    heading: 'Overview',
    asks: /analytics\/accounts\?/,
    rest: '.stat',
    own: '.who-name',
  },
  // What is live is in the answer of the audience.
  'the content of an archived audience': {
    at: async () => {
      const made = await newAudience();
      await made.publish();
      await send('POST', `${made.route}/archive`, {});
      return made.at;
    },
    heading: 'Museums',
    asks: /versions\/\w+\/content/,
    rest: 'main h2',
    own: '.words',
  },
};

consoleTest.each(Object.entries(parts))(
  '%s that cannot be read fail alone, and are tried again',
  async (_, part) => {
    const { at, heading, asks, rest, own } = part;
    expectErrors(/503/, /404/);
    const page = await openReady(await at(), heading, {
      before: (of) => refuse(of, asks, 503, problem),
    });
    const alert = page.getByRole('alert');
    expect(await alert.count()).toBe(1);
    expect(await alert.first().textContent()).toContain(problem.requestId);
    expect(await page.locator(rest).count()).toBeGreaterThan(0);
    expect(await page.locator(own).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.unroute(asks);
    await alert.first().getByRole('button', { name: 'Try again' }).click();
    await page.locator(own).first().waitFor();
    await expect.poll(() => alert.count()).toBe(0);
  },
);
