import { companies } from './companies.ts';
import { createRandom } from './random.ts';
import { accountStory } from './stories/company.ts';
import { type DemoLog, inOrder, longest, workingTime } from './timeline.ts';

/** The body of a POST to /v0/account_logs. */
type DemoAccountLog = DemoLog & { domain: string };

/** Returns the logs of companies in the ten months before `until`, oldest first. */
export function demoAccountLogs(until: Date): DemoAccountLog[] {
  const random = createRandom(3);
  const logs = companies.flatMap(({ company }) => {
    const events = accountStory(
      random,
      company,
      workingTime(random, until, random.int(longest - 90, longest)),
    );
    return events.map(({ at, ...event }) => ({ at, log: { domain: company.domain, ...event } }));
  });
  return inOrder<DemoAccountLog>('account', logs, until);
}
