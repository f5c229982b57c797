import type { Audience, Person } from '@footfall/client';
import { expect, test } from 'vitest';
import { deedsOf, verbIn } from '../../console/src/shell/palette-deeds.ts';
import { fitOf, inOrder } from '../../console/src/shell/palette-fit.ts';
import { lastSeenFirst } from '../../console/src/shell/palette-search.ts';

const settings = { title: 'Go to Settings', words: 'preferences configuration' };

test.each([
  ['', 1],
  ['Settings', 3],
  ['go to set', 1],
  ['preferences', 2],
  ['prefer', 1],
  // Words in any order.
  ['settings go', 1],
  ['settings preferences', 1],
  ['zoe', 0],
  ['etting', 1],
  ['eferences', 0],
] as const)('“%s” fits Settings: %i', (typed, fit) => expect(fitOf(settings, typed)).toBe(fit));

test.each([
  ['erase zoe lindqvist', 'erase', 'zoe lindqvist'],
  ['Delete  Zoë', 'erase', 'Zoë'],
  ['edit retail', 'edit', 'retail'],
  ['edit', undefined, 'edit'],
  ['editor retail', undefined, 'editor retail'],
  ['constructor x', undefined, 'constructor x'],
  ['zoe lindqvist', undefined, 'zoe lindqvist'],
])('“%s” says what to do, and with what', (typed, verb, rest) =>
  expect(verbIn(typed)).toEqual({ verb, rest }),
);

test('a record that is called what was typed comes before other words of actions, and after their titles', () => {
  const choice = (title: string) => ({ id: title, title, run: () => {} });
  const offered = {
    actions: [
      { ...choice('Part'), fit: 1 as const },
      { ...choice('API keys'), fit: 2 as const },
      { ...choice('Go to HubSpot'), fit: 3 as const },
    ],
    records: [choice('HubSpot GmbH'), choice('HubSpot')],
    deeds: [choice('Erase HubSpot …')],
  };
  const titles = (hasVerb: boolean) => inOrder('hubspot', { ...offered, hasVerb }).map(({ title }) => title);
  const first = ['Go to HubSpot', 'HubSpot', 'API keys'];
  expect(titles(false)).toEqual([...first, 'HubSpot GmbH', 'Erase HubSpot …', 'Part']);
  expect(titles(true)).toEqual([...first, 'Erase HubSpot …', 'HubSpot GmbH', 'Part']);
});

test('of actions that fit in part, those whose title begins with what was typed come first', () => {
  const actions = ['Sources: Stripe', 'New webhook', 'Webhooks: Slack'].map((title) => ({
    id: title,
    title,
    run: () => {},
    fit: 1 as const,
  }));
  const offered = { actions, records: [], deeds: [], hasVerb: false };
  const titles = inOrder('webh', offered).map(({ title }) => title);
  expect(titles).toEqual(['Webhooks: Slack', 'Sources: Stripe', 'New webhook']);
  expect(inOrder('', offered)).toEqual(actions);
});

const audience = (audienceId: string, archivedAt: string | null = null) =>
  ({ audienceId, pageId: 'page_1', effectiveName: `Name of ${audienceId}`, archivedAt }) as Audience;
const person = (personId: string, latestVisitAt: string | null = null) =>
  ({ personId, name: `Name of ${personId}`, email: 'a@b.example', latestVisitAt }) as Person;

test('the words of audiences can be edited, unless they are archived; persons are erased only after the verb', () => {
  const found = {
    audiences: [audience('a1'), audience('a2', '2026-11-01T00:00:00Z')],
    persons: [person('p1')],
  };
  const titles = (verb: 'edit' | 'erase' | undefined) =>
    deedsOf(found, { verb, name: 'p1', pages: [] }).map(({ title }) => title);
  expect(titles(undefined)).toEqual(['Edit the content of Name of a1']);
  expect(titles('edit')).toEqual(['Edit the content of Name of a1']);
  expect(titles('erase')).toEqual(['Erase Name of p1 …']);
});

test('of persons whose names begin alike the one who is called as typed is erased first', () => {
  const persons = ['Mikael Rautio', 'Anna Mika', 'Mika Judge'].map((name) => ({ ...person(name), name }));
  const titles = (name: string) =>
    deedsOf({ audiences: [], persons }, { verb: 'erase', name, pages: [] }).map(({ title }) => title);
  expect(titles('mika')).toEqual(['Erase Anna Mika …', 'Erase Mika Judge …', 'Erase Mikael Rautio …']);
  expect(titles('mika ju')).toEqual(['Erase Mikael Rautio …', 'Erase Anna Mika …', 'Erase Mika Judge …']);
});

test('of several persons the one who was seen last comes first, those who were never seen keep their order', () => {
  const found = [
    person('a'),
    person('b', '2026-11-01T00:00:00Z'),
    person('c', '2026-11-02T00:00:00Z'),
    person('d'),
  ];
  expect(lastSeenFirst(found).map(({ personId }) => personId)).toEqual(['c', 'b', 'a', 'd']);
});
