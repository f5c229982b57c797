import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import {
  createAccountLog,
  createPerson,
  createPersonLogs,
  createWebsite,
  type Footfall,
  getEventSettings,
  listAccounts,
  type PersonCreate,
  paginate,
  searchPersons,
  updateAccount,
  updateEventSettings,
} from '#footfall/client';
import { eventTypes, isOfHistory } from '../../src/vocabulary/events.ts';
import { demoAccountLogs } from '../data/account-logs.ts';
import { companyNames } from '../data/companies.ts';
import { demoPersonLogs } from '../data/person-logs.ts';
import { demoPersons } from '../data/persons.ts';
import { hour } from '../data/time.ts';
import { letBotsCome } from '../live/bots.ts';
import type { LiveDemo } from '../live/live.ts';
import { backdateActivity } from './activity.ts';
import { createdOrExisting, using } from './client.ts';
import { contentSize, loadContent } from './content.ts';
import { loadTests, type TestTarget } from './experiments.ts';
import { backdatePublishes } from './publishes.ts';
import { allVisits, callsFor, loadVisits } from './visits.ts';

const writesPerBatch = 50;

/** Gives the accounts of companies their names. They have the domain for a name until somebody gives them another. */
async function nameAccounts(client: Footfall): Promise<void> {
  const accounts = await Array.fromAsync(paginate(listAccounts, { client, query: { limit: 100 } }));
  await Promise.all(
    accounts.map(async ({ accountId, domain, name }) => {
      const known = companyNames.get(domain);
      if (known === undefined || name !== domain) return;
      await updateAccount({ client, path: { account_id: accountId }, body: { name: known } });
    }),
  );
}

/** Keeps the history of all records from now on, unless somebody has chosen what is kept. */
async function keepHistory(client: Footfall): Promise<void> {
  const { data } = await getEventSettings({ client });
  if (data.types.length === 0)
    await updateEventSettings({ client, body: { types: eventTypes.filter(isOfHistory) } });
}

/** Allows the browsers of the demo website to send visits. */
async function allowSite(client: Footfall, site: string): Promise<void> {
  const website = createWebsite({ client, body: { origin: new URL(site).origin } });
  await createdOrExisting(
    website.then(({ data }) => data.websiteId),
    'origin_taken',
  );
}

/**
 * When the demo was first loaded, to the hour: that is when its first person was created. Logs are of the months before
 * it, so a later load sends the same logs.
 */
async function firstLoaded(client: Footfall): Promise<Date> {
  const emails = new Set(demoPersons().map(({ email }) => email));
  let first = Date.now();
  for await (const { email, createdAt } of paginate(searchPersons, { client, query: { limit: 100 } }))
    if (email && emails.has(email)) first = Math.min(first, Date.parse(createdAt));
  return new Date(Math.floor(first / hour) * hour);
}

/** The calls that write logs up to `until`: those of persons, and those of accounts. Each kind has its order. */
function logCalls(client: Footfall, until: Date) {
  const logs = demoPersonLogs(until);
  const batches = Array.from({ length: Math.ceil(logs.length / writesPerBatch) }, (_, index) => ({
    writes: logs.slice(index * writesPerBatch, (index + 1) * writesPerBatch),
  }));
  const persons = batches.map((body) => () => createPersonLogs({ client, body }));
  const accounts = demoAccountLogs(until).map((body) => () => createAccountLog({ client, body }));
  return { persons, accounts, size: persons.length + accounts.length };
}

/** Where the demo is loaded: the API, a key that may write, and the address of the demo website. */
export type DemoTarget = Pick<LiveDemo, 'address' | 'key' | 'site'> & Partial<LiveDemo & TestTarget>;

/**
 * Loads the demo data through the API, with a progress bar. It can run again: existing persons are kept, logs are
 * replayed by their idempotency keys, content is checked first, and visits are recognised by their ids. With a key of
 * the website, bots come too, and with its databases tests and their visitors. Returns until when there are visits.
 */
export async function loadDemo(target: DemoTarget): Promise<Date> {
  const until = new Date();
  await using(target.address, target.key, async (client) => {
    const personId = async (body: PersonCreate) => (await createPerson({ client, body })).data.personId;
    const visits = allVisits(until);
    const persons = demoPersons();
    const size = persons.length + contentSize + callsFor(visits);
    const bar = new SingleBar({
      format: 'Demo data {bar} {percentage}%',
      noTTYOutput: true,
      notTTYSchedule: 5000,
    });
    const tick = () => bar.increment();
    const inTurn = async (calls: (() => Promise<unknown>)[]) => {
      for (const call of calls) {
        await call();
        tick();
      }
    };
    bar.start(size + logCalls(client, until).size, 0);
    try {
      await keepHistory(client);
      await inTurn(persons.map((person) => () => createdOrExisting(personId(person), 'person_conflict')));
      const logs = logCalls(client, await firstLoaded(client));
      bar.setTotal(size + logs.size);
      await inTurn(logs.persons);
      // Content waits for the queue, again and again. Meanwhile accounts get their logs.
      const ofAccounts = inTurn(logs.accounts).then(() => nameAccounts(client));
      await Promise.all([ofAccounts, allowSite(client, target.site), loadContent(client, target.site, tick)]);
      await Promise.all([loadVisits(client, visits, tick), letBotsCome(client, target)]);
      if (target.databases) {
        await backdatePublishes(client, target.databases, Date.now());
        await backdateActivity(target.databases, Date.now());
      }
      await loadTests(client, target, until);
    } finally {
      bar.stop();
    }
  });
  return until;
}

const fileIn = (folder: string) => path.join(folder, 'demo-loaded');

/** Notes in a state folder until when its demo has visits. */
export const noteVisits = (folder: string, until: Date): void =>
  writeFileSync(fileIn(folder), `${until.toISOString()}\n`);

/** Until when the demo in a state folder has visits. Undefined if it has no demo. */
export function visitsUntil(folder: string): Date | undefined {
  if (!existsSync(fileIn(folder))) return undefined;
  const noted = new Date(readFileSync(fileIn(folder), 'utf8').trim());
  return Number.isNaN(noted.getTime()) ? undefined : noted;
}

/** Loads the demo data into a state folder that does not have it yet. */
export async function loadDemoOnce(folder: string, demo: LiveDemo & TestTarget): Promise<void> {
  if (!existsSync(fileIn(folder))) noteVisits(folder, await loadDemo(demo));
}
