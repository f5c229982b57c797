import { expect, test } from 'vitest';
import { freeMailLists, freeMailMigration } from '../../scripts/lib/free-mail.ts';
import { databaseOf } from '../../scripts/lib/landed.ts';
import { migrations } from '../../scripts/lib/migrations.ts';

test('migrations make the list of free mail that the package and our additions have (npm run db:generate)', () => {
  expect(freeMailMigration(databaseOf(migrations()))).toBe('');
});

test('a migration adds what the list lacks and removes what it has too much, for statements that D1 takes', () => {
  const database = databaseOf(migrations());
  database.exec(`DELETE FROM free_mail_domains WHERE domain > 'b';
    INSERT INTO free_mail_domains VALUES ('o''hare.example')`);
  const text = freeMailMigration(database);
  for (const statement of text.split('--> statement-breakpoint'))
    expect(statement.length).toBeLessThan(100_000);
  database.exec(text);
  expect(freeMailMigration(database)).toBe('');
});

test('what is added to the package is not in it, and is added once', () => {
  const { listed, lacked } = freeMailLists();
  const known = new Set(listed);
  expect(lacked.filter((domain) => known.has(domain))).toEqual([]);
  expect(new Set(lacked).size).toBe(lacked.length);
});
