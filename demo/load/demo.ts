import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import {
  createAccountLog,
  createPerson,
  createPersonLogs,
  type Footfall,
  listAccounts,
  type PersonCreate,
  paginate,
  updateAccount,
} from '#footfall/client';
import { demoAccountLogs } from '../data/account-logs.ts';
import { companies } from '../data/companies.ts';
import { demoPersonLogs } from '../data/person-logs.ts';
import { demoPersons } from '../data/persons.ts';
import { createdOrExisting, using } from './client.ts';
import { contentSize, loadContent } from './content.ts';
import { loadVisits, visitsSize } from './visits.ts';

const until = new Date('2026-11-20T18:00:00Z');
const writesPerBatch = 50;

/** Gives the accounts of companies their names. They have the domain for a name until somebody gives them another. */
async function nameAccounts(client: Footfall): Promise<void> {
  const accounts = await Array.fromAsync(paginate(listAccounts, { client, query: { limit: 100 } }));
  await Promise.all(
    accounts.map(async ({ accountId, domain, name }) => {
      const company = companies.find((known) => known.company.domain === domain)?.company;
      if (!company || name !== domain) return;
      await updateAccount({ client, path: { account_id: accountId }, body: { name: company.name } });
    }),
  );
}

/**
 * Loads the demo data through the API, with a progress bar. It can run again: existing persons are kept, logs are
 * replayed by their idempotency keys, content is checked first, and visits are recognised by their ids.
 */
export const loadDemo = (address: string, key: string): Promise<void> =>
  using(address, key, async (client) => {
    const logs = demoPersonLogs(until);
    const batches = Array.from({ length: Math.ceil(logs.length / writesPerBatch) }, (_, index) => ({
      writes: logs.slice(index * writesPerBatch, (index + 1) * writesPerBatch),
    }));
    const personId = async (body: PersonCreate) => (await createPerson({ client, body })).data.personId;
    const steps: (() => Promise<unknown>)[] = [
      ...demoPersons().map((person) => () => createdOrExisting(personId(person), 'person_conflict')),
      ...batches.map((body) => () => createPersonLogs({ client, body })),
      ...demoAccountLogs(until).map((body) => () => createAccountLog({ client, body })),
    ];
    const bar = new SingleBar({
      format: 'Demo data {bar} {percentage}%',
      noTTYOutput: true,
      notTTYSchedule: 5000,
    });
    bar.start(steps.length + contentSize + visitsSize, 0);
    try {
      for (const step of steps) {
        await step();
        bar.increment();
      }
      await nameAccounts(client);
      await loadContent(client, () => bar.increment());
      // Up to now, so that the analytics of the last weeks are never empty.
      await loadVisits(client, new Date(), () => bar.increment());
    } finally {
      bar.stop();
    }
  });

/** Loads the demo data into a state folder that does not have it yet. */
export async function loadDemoOnce(folder: string, address: string, key: string): Promise<void> {
  const file = path.join(folder, 'demo-loaded');
  if (existsSync(file)) return;
  await loadDemo(address, key);
  writeFileSync(file, `${new Date().toISOString()}\n`);
}
