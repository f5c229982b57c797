import type { AudienceSession } from '@footfall/client';
import { expect, test } from 'vitest';
import { visitorOf, visitorWords } from '../../console/src/analytics/visitor.ts';

const nobody = {
  personId: null,
  formSubmissionEmail: null,
  formSubmissionIdentifier: null,
  recipientPersonId: null,
} as AudienceSession;
const wordsOf = (visit: Partial<AudienceSession>) => {
  const visitor = visitorOf({ ...nobody, ...visit });
  return visitor && [visitorWords(visitor), visitor.company];
};

test('a visit says who came, whose link it was, or that nobody is known', () => {
  expect(wordsOf({})).toBeUndefined();
  expect(wordsOf({ recipientPersonId: 'person_1', recipientName: 'Zoë', companyName: 'Contoso' })).toEqual([
    'Zoë’s link',
    'Contoso',
  ]);
  expect(wordsOf({ recipientPersonId: 'person_1' })).toEqual(['A personal link', null]);
  expect(
    wordsOf({ recipientPersonId: 'person_1', recipientName: 'Zoë', personId: 'person_2', personName: 'Ben' }),
  ).toEqual(['Ben', null]);
  expect(wordsOf({ formSubmissionEmail: 'ben@example.com' })).toEqual(['ben@example.com', null]);
});
