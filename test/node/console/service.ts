import type { TestProject } from 'vitest/node';
import { type DemoIds, demoIds } from '../../../scripts/checks/demo-ids.ts';
import { findChromium } from '../browser.ts';
import { demoSitePort, demoStateDir } from '../demo.ts';
import { cleanUp, startServer } from '../processes.ts';

/** The service that all tests of the console use. */
export interface ConsoleService extends DemoIds {
  address: string;
  key: string;
  /** The address of the demo website. */
  site: string;
  stateDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ConsoleService | undefined;
  }
}

/** Starts `npm start` with the demo data once, before all files of the project. */
export async function setup(project: TestProject): Promise<void> {
  if (!findChromium()) return project.provide('service', undefined);
  const { demo } = project.getProvidedContext();
  const folder = await demoStateDir(demo);
  const { address, key, stateDir, printed } = await startServer(folder, undefined, {
    SITE_PORT: demoSitePort(demo),
  });
  const site = /Demo website\s+(\S+)/.exec(printed())?.[1] ?? '';
  project.provide('service', { address, key, site, stateDir, ...(await demoIds(address, key)) });
}

/** Stops it. */
export const teardown = (): void => cleanUp();
