import type { AudienceSession, PersonLog, TimelinePublish } from '@footfall/client';
import { expect, test } from 'vitest';
import { logItem, publishItem } from '../../console/src/screens/timeline/items.tsx';
import { typeInWords } from '../../console/src/screens/timeline/log-types.ts';
import { visitItem } from '../../console/src/screens/timeline/visit-item.tsx';

const at = '2026-11-25T09:00:00Z';
const whose = { kind: 'person' as const, id: 'person_1' };
const visit = { analyticsSessionId: 'a', totalClicksCount: 0, questionsAskedCount: 0 } as AudienceSession;

test('a log, a visit, a visit that converted and a publish are marked by their kind', () => {
  const log = {
    personLogId: 'l',
    personId: 'p',
    type: 'deal-won',
    source: 'crm',
    payload: {},
    createdAt: at,
  };
  const publish = { audienceName: 'Retail', versionNumber: 1 } as TimelinePublish;
  expect(
    [
      logItem(at, log as unknown as PersonLog, whose),
      visitItem(at, 'recipient', { ...visit, hasConversion: false }, whose),
      visitItem(at, 'form', { ...visit, hasConversion: true }, whose),
      publishItem(at, publish, whose),
    ].map(({ kind }) => kind),
  ).toEqual(['log', 'visit', 'converted', 'publish']);
});

test.each([
  ['form-submitted', 'Form received'],
  ['deal-won', 'Deal won'],
  ['constructor', 'Constructor'],
])('a log of the type %s is called “%s”', (type, words) => expect(typeInWords(type)).toBe(words));
