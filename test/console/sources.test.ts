import { expect, test } from 'vitest';
import { newSecret, providerIds, providers } from '../../console/src/screens/sources/providers.ts';
import {
  mappedInWords,
  outcomeInWords,
  receivedInWords,
  stateOf,
} from '../../console/src/screens/sources/words.ts';
import { providers as ofService } from '../../src/visits/sources/providers.ts';

test('every provider of the service is offered, and a secret that is made up is taken by it', () => {
  expect(providerIds.toSorted()).toEqual(Object.keys(ofService).toSorted());
  for (const id of providerIds)
    if (providers[id].isOwnSecret) expect(ofService[id].isSecret(newSecret())).toBe(true);
  expect(newSecret()).not.toBe(newSecret());
});

const received = {
  at: '2026-12-01T09:30:00.000Z',
  deliveryId: 'evt_1',
  type: 'invoice-paid',
  outcome: 'logged' as const,
  reason: null,
  personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  personLogId: 'person_log_01kafz8q6tf7n9t3cwh2k5v4xe',
};

test('what became of a delivery is a sentence, also after the person was erased', () => {
  expect(receivedInWords(received, 'Zoë')).toBe('Received: Invoice paid, logged for Zoë');
  expect(receivedInWords(received, undefined)).toBe('Received: Invoice paid, logged for a person');
  expect(outcomeInWords({ ...received, personId: null }, undefined)).toBe('logged');
  const kept = { ...received, outcome: 'kept' as const, reason: 'no_identifier', personId: null };
  expect(outcomeInWords(kept, undefined)).toBe('kept: it names nobody');
  expect(outcomeInWords({ ...kept, outcome: 'excluded' }, undefined)).toBe('left out by the mapping');
});

test.each([
  [{ hasSecret: false, receivedCount: 0 }, 'No secret yet'],
  [{ hasSecret: true, receivedCount: 0 }, 'Waiting'],
  [{ hasSecret: true, receivedCount: 1 }, 'Receiving'],
])('%j is shown as %s', (source, badge) => {
  expect(stateOf(source).badge).toBe(badge);
});

test.each([
  [[], 'Nothing was left to map'],
  [['logged'], '1 was logged'],
  [
    ['kept', 'logged', 'logged', 'excluded', 'replayed'],
    '2 were logged, 1 was a log already, 1 was left out, 1 is still kept',
  ],
] as const)('what became of %j is said: %s', (outcomes, text) => {
  expect(mappedInWords(outcomes.map((outcome) => ({ outcome })))).toBe(text);
});
