import { expect, test } from 'vitest';
import { addressOf, visitKey } from '../../console/src/nav/records.ts';
import { link } from '../../console/src/nav/router.ts';
import { audienceAt, pageAt, recordAt, visitAt } from '../../src/outbound/webhooks/format/addresses.ts';

// Sentences of webhooks lead into the console.

const id = (kind: string) => `${kind}_01kafz8q6tf7n9t3cwh2k5v4xe`;

test('addresses in sentences are those of the console', () => {
  const [pageId, audienceId] = [id('page'), id('audience')];
  const visit = "a b/'&?#|ü";
  expect(
    [
      ['persons', 'person'] as const,
      ['accounts', 'account'] as const,
      ['links', 'page_link'] as const,
      ['settings', 'api_key'] as const,
    ].map(([screen, kind]) => `#${recordAt(screen, id(kind))}`),
  ).toEqual(['person', 'account', 'page_link', 'api_key'].map((kind) => addressOf(id(kind))));
  expect(`#${pageAt(pageId)}`).toBe(addressOf(pageId));
  expect(`#${audienceAt(pageId, audienceId)}`).toBe(link('audience', { pageId, audienceId }));
  expect(`#${visitAt(pageId, visit)}`).toBe(addressOf(visitKey(pageId, visit)));
});
