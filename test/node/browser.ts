import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this machine, `CHROMIUM` first. Undefined, with a visible warning, if there is none. */
export function findChromium(): string | undefined {
  const found = [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place));
  if (!found) {
    // biome-ignore lint/suspicious/noConsole: a skipped suite must not look like one that passed
    console.warn(
      `\nNO BROWSER: the tests that need one are SKIPPED. Install it with "apt-get install -y chromium", or name ` +
        `it in CHROMIUM. Looked in ${places.join(', ')}.\n`,
    );
  }
  return found;
}

/**
 * The headless shell of this machine: Chromium without windows, which does the same for half of the CPU time. Without
 * one, and if only `CHROMIUM` is named, it is the given Chromium.
 */
function shellOr(chromium: string): string {
  const { CHROMIUM, CHROMIUM_SHELL = CHROMIUM ? '' : '/usr/bin/chromium-headless-shell' } = process.env;
  return existsSync(CHROMIUM_SHELL) ? CHROMIUM_SHELL : chromium;
}

interface Launching {
  /** Whether its pages see that a program drives it (`navigator.webdriver`). */
  automated?: boolean;
  /** Whether it has windows, whose tabs are shown and hidden, and a back/forward cache. */
  whole?: boolean;
}

/** A headless Chromium with a new profile. */
export const launchBrowser = (
  chromiumPath: string,
  { automated = false, whole = false }: Launching = {},
): Promise<Browser> =>
  chromium.launch({
    executablePath: whole ? chromiumPath : shellOr(chromiumPath),
    // Without it, files with letters that ASCII lacks are saved as `download`.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: automated ? flags : [...flags, '--disable-blink-features=AutomationControlled'],
    ...(whole && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
