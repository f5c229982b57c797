import { afterAll, expect, test } from 'vitest';
import { openD1 } from '../../scripts/d1/local-d1.ts';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, npmRun } from './processes.ts';

afterAll(cleanUp);

const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
const person = (n: number, email: string | null, domain: string | null, profile: string | null) =>
  `insert into persons (person_id, name, search_name, email, domain, linkedin_profile_url, slug, created_at, updated_at)
    values ('person_${n}', 'P', 'p', ${text(email)}, ${text(domain)}, ${text(profile)}, 'p-${n}', 1, 1)`;
const log = (n: number, email: string) =>
  `insert into person_logs (person_id, person_log_id, source, type, payload, fingerprint, created_at)
    values ('person_1', 'log_${n}', 'crm', 'webhook', '{}', '{"email":"${email}"}', 1)`;
const account = (id: string, domain: string) =>
  `insert into accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
    values ('${id}', '${domain}', '${domain}', 0, 1, 1, 1)`;

test('npm run audit names whom a placeholder or a page may have joined, and changes nothing', async () => {
  const STATE_DIR = migratedStateDir();
  const clean = await npmRun(['audit'], { STATE_DIR });
  expect([clean.code, clean.stderr]).toEqual([0, '']);
  expect(clean.stdout).toContain('Every identifier is as it would be stored today.');

  const d1 = await openD1(STATE_DIR);
  try {
    await d1.run('DB', [
      person(1, 'anna@acme.example', null, 'https://www.linkedin.com/in/none'),
      ...[log(1, 'a1'), log(2, 'b2'), log(3, 'a1')],
      person(2, null, null, 'https://www.linkedin.com/company/acme'),
      person(3, 'mailto:anna@acme.example', 'n', null),
      person(4, 'ben@acme..example', 'acme.example', 'https://www.linkedin.com/in/ben'),
      person(5, 'none@none.com', null, 'https://google.com'),
      person(6, 'zoë@bücher.example', 'bücher.example', 'https://www.linkedin.com/in/zo%C3%AB'),
      person(7, '{{email}}@acme.example', null, null),
      account('account_1', 'acme..example'),
      account('account_2', 'bücher.example'),
    ]);
  } finally {
    await d1.close();
  }
  const { code, stdout, stderr } = await npmRun(['audit'], { STATE_DIR });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').filter((line) => /^(?:person|account)_|found/.test(line))).toEqual([
    'person_1  linkedinProfileUrl "https://www.linkedin.com/in/none" stands for nothing; 3 logs of requests with 2 different emails',
    'person_2  linkedinProfileUrl "https://www.linkedin.com/company/acme" is no profile; 0 logs',
    'person_3  email "mailto:anna@acme.example" would be stored as anna@acme.example; 0 logs',
    'person_3  domain "n" has no host of two labels or more; 0 logs',
    'person_4  email "ben@acme..example" has no host of two labels or more; 0 logs',
    'person_5  email "none@none.com" stands for nothing; 0 logs',
    'person_5  linkedinProfileUrl "https://google.com" is no profile; 0 logs',
    'person_7  email "{{email}}@acme.example" is a template; 0 logs',
    'account_1  domain "acme..example" has no host of two labels or more',
    '9 found.',
  ]);
  expect((await npmRun(['audit'], { STATE_DIR })).stdout).toBe(stdout);
});
