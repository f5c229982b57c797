import { expect, test } from 'vitest';
import { addressOf, link, visitKey } from '../../console/src/nav/router.ts';
import { shownAt, visitAt } from '../../src/vocabulary/names.ts';

// Sentences of webhooks lead into the console.

const id = (kind: string) => `${kind}_01kafz8q6tf7n9t3cwh2k5v4xe`;

test('addresses in sentences are those of the console', () => {
  const [pageId, audienceId] = [id('page'), id('audience')];
  const visit = "a b/'&?#|ü";
  for (const kind of ['person', 'account', 'page', 'page_link', 'api_key'] as const)
    expect(`#${shownAt(kind, id(kind))}`).toBe(addressOf(id(kind)));
  expect(shownAt('audience', audienceId)).toBeUndefined();
  expect(`#${shownAt('audience', audienceId, pageId)}`).toBe(link('audience', { pageId, audienceId }));
  expect(`#${visitAt(pageId, visit)}`).toBe(addressOf(visitKey(pageId, visit)));
});
