import { expect, test } from 'vitest';
import { freeMailLists, freeMailMigration } from '../../scripts/d1/free-mail.ts';
import { databaseOf } from '../../scripts/d1/landed.ts';
import { migrations } from '../../scripts/d1/migrations.ts';

test('the migrations make the list of free mail of the package and our additions (npm run db:generate)', () => {
  expect(freeMailMigration(databaseOf(migrations()))).toBe('');
});

test('a new list becomes a migration of additions and removals, in statements short enough for D1', () => {
  const database = databaseOf(migrations());
  database.exec(`DELETE FROM free_mail_domains WHERE domain > 'n';
    INSERT INTO free_mail_domains VALUES ('o''hare.example')`);
  const text = freeMailMigration(database);
  expect(text.length).toBeLessThan(100_000);
  database.exec(text);
  expect(freeMailMigration(database)).toBe('');
});

test('domains that are added to the package are not in it, and are added once', () => {
  const { listed, lacked } = freeMailLists();
  const known = new Set(listed);
  expect(lacked.filter((domain) => known.has(domain))).toEqual([]);
  expect(new Set(lacked).size).toBe(lacked.length);
});
