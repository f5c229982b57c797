import type { Event } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { fixedFields, nameField } from '../../console/src/screens/audience/fields.ts';
import { keptSince } from '../../console/src/screens/history/data.ts';
import { auditTypes, groups, typesOf } from '../../console/src/screens/history/groups.ts';
import { entriesOf, sentenceOf, textOf } from '../../console/src/screens/history/sentence.tsx';
import { fieldLabels } from '../../console/src/screens/persons/fields.tsx';
import { bodyOf, keptOf, shownValue, valuesOf } from '../../console/src/screens/settings/events.tsx';
import { eventTypes, fieldsOf, fieldWords } from '../../src/vocabulary/events.ts';

const id = (kind: string) => `${kind}_01kafz8q6tf7n9t3cwh2k5v4xe`;
const zoe: Event['actor'] = { type: 'person', apiKeyId: id('api_key'), name: 'zoe@northwind.example' };
let sequence = 1000;
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 26) - seconds * 1000).toISOString();
const event = (of: Partial<Event>): Event => ({
  sequence: sequence--,
  type: 'audience.updated',
  subject: id('audience'),
  related: { pageId: id('page'), versionId: id('version') },
  changes: null,
  actor: zoe,
  createdAt: at(0),
  ...of,
});
const names: Record<string, string> = {
  [id('version')]: 'version 3',
  [id('page')]: 'Pricing',
  [id('audience')]: 'Retail',
  [id('person')]: 'Zoë Lindqvist',
};
const sentencesOf = (events: Event[], isOwn = true) =>
  entriesOf(events).map((entry) =>
    textOf(sentenceOf(entry, { isOwn, nameOf: (of) => names[of], mayOpenKeys: true })),
  );
const sentence = (of: Partial<Event>, isOwn = true) => sentencesOf([event(of)], isOwn)[0];

describe('an event is a sentence', () => {
  const service = { type: 'service', apiKeyId: null, name: null } as const;
  const tracker = { type: 'tracker', apiKeyId: null, name: null } as const;
  const key = { type: 'api_key', apiKeyId: id('api_key'), name: 'CRM' } as const;
  const person = { subject: id('person') };

  test.each<[string, Partial<Event>]>([
    [
      'zoe@northwind.example changed the name and the content',
      { changes: ['customName', 'metadataOverride'] },
    ],
    ['The service published version 3', { type: 'audience_version.published', actor: service }],
    ['The tracker created this person', { type: 'person.created', ...person, actor: tracker }],
    ['The key “CRM” sent a log', { type: 'person_log.created', ...person, actor: key }],
    ['Something outside Footfall archived this audience', { type: 'audience.archived', actor: null }],
  ])('in the history of a record: %s', (words, of) => expect(sentence(of)).toBe(words));

  test.each<[string, Partial<Event>]>([
    ['zoe@northwind.example changed the person of the audience Retail', { changes: ['personId'] }],
    ['zoe@northwind.example erased Zoë Lindqvist', { type: 'person.erased', ...person }],
    ['zoe@northwind.example deleted a link', { type: 'page_link.deleted', subject: id('page_link') }],
    ['zoe@northwind.example created an account', { type: 'account.created', subject: id('account') }],
    ['A visitor sent a form on Pricing', { type: 'form.submitted', subject: null }],
  ])('among all others, with the names that are known: %s', (words, of) =>
    expect(sentence(of, false)).toBe(words),
  );

  test('of every type, whoever did it, without a gap', () => {
    const actors = ['api_key', 'person', 'link', 'tracker', 'service', 'command'] as const;
    for (const type of eventTypes)
      for (const isOwn of [true, false])
        for (const actor of [...actors.map((of) => ({ type: of, apiKeyId: null, name: null })), null]) {
          const said = sentence({ type, actor, changes: ['name'], related: {} }, isOwn) ?? '';
          expect(said).toMatch(/^[A-Z]\S* .*\w$/);
          expect(said).not.toMatch(/[{}]|undefined|null| {2}/);
        }
  });

  test('leads to what it tells about, unless that is gone', () => {
    const hrefsOf = (of: Partial<Event>, mayOpenKeys = true) => {
      const told = { event: event(of), changes: ['name'], count: 1 };
      const parts = sentenceOf(told, { isOwn: false, nameOf: () => undefined, mayOpenKeys });
      return [parts[0], parts.at(-1)].map((part) =>
        typeof part === 'object' ? [part.text, part.href] : part,
      );
    };
    const opens = (of: string) => expect.stringContaining(`open=${of}`);
    expect(hrefsOf({})).toEqual([
      [zoe.name, opens(id('api_key'))],
      ['an audience', `#/pages/${id('page')}/audiences/${id('audience')}`],
    ]);
    expect(hrefsOf({}, false)[0]).toEqual([zoe.name, undefined]);
    expect(hrefsOf({ type: 'person.updated', ...person })[1]?.[1]).toEqual(opens(id('person')));
    expect(hrefsOf({ type: 'person.erased', ...person })[1]?.[1]).toBeUndefined();
    const related = { pageId: id('page'), analyticsSessionId: 'a visit' };
    expect(hrefsOf({ type: 'person.visited', ...person, related })[0]).toEqual(['A visitor', opens('visit')]);
  });
});

test('what one save changed is one sentence, and so are logs that came together', () => {
  const context = event({ changes: ['supplementaryContext'], createdAt: at(0) });
  const words = event({ changes: ['customName', 'metadataOverride'], createdAt: at(0.4) });
  const later = event({ changes: ['customName'], createdAt: at(60) });
  expect(sentencesOf([context, words, later])).toEqual([
    'zoe@northwind.example changed the name, the content and the context',
    'zoe@northwind.example changed the name',
  ]);
  const log = (seconds: number) =>
    event({ type: 'person_log.created', subject: id('person'), createdAt: at(seconds) });
  expect(sentencesOf([log(0), log(3000), log(6000), log(12_000)])).toEqual([
    'zoe@northwind.example sent 3 logs',
    'zoe@northwind.example sent a log',
  ]);
  expect(sentencesOf([context, event({ ...words, actor: null })])).toHaveLength(2);
});

test('fields are called as in the forms, each once', () => {
  for (const [name, label] of Object.entries(fieldLabels))
    expect(fieldWords[name]?.toLowerCase()).toContain(label.toLowerCase());
  // The fields of metadata are told as one.
  for (const { path, label } of [nameField, ...fixedFields].filter((field) => !field.path.includes('.')))
    expect((fieldWords[path] ?? '').toLowerCase()).toMatch(
      new RegExp(label === 'Button leads to' ? 'button leads' : label.toLowerCase()),
    );
  expect(fieldsOf(['targetType', 'audienceId', 'path'])).toBe('the audience and the path');
  expect(fieldsOf(['of tomorrow'])).toBe('of tomorrow');
});

test('every type is in one group; a history is made of all but visits', () => {
  expect(groups.flatMap(({ types }) => types).toSorted()).toEqual(eventTypes.toSorted());
  const kinds = ['person', 'account', 'page', 'audience', 'page_link', 'api_key'] as const;
  expect(kinds.flatMap(typesOf).toSorted()).toEqual(auditTypes.toSorted());
});

test('what is kept is known since the settings changed, as far as it is not removed', () => {
  const settings = { types: [], retentionDays: 30, updatedAt: '2026-11-01T00:00:00.000Z', updatedBy: null };
  expect(keptSince(settings, Date.parse('2026-11-05'))).toBe(Date.parse('2026-11-01'));
  expect(keptSince(settings, Date.parse('2026-12-25'))).toBe(Date.parse('2026-11-25'));
});

describe('the form of the settings', () => {
  const settings = {
    types: ['person.created', 'page.created', 'page.updated'] as Event['type'][],
    retentionDays: 30,
    updatedAt: at(0),
    updatedBy: null,
  };
  const before = valuesOf(settings);

  test('is sent as the service takes it', () => {
    expect(bodyOf(before)).toEqual({ types: settings.types, retentionDays: 30 });
    expect(bodyOf({ ...before, retentionDays: 'for ever' }).retentionDays).toBe(0);
    const { types } = bodyOf({ ...before, forms: 'form.submitted', persons: '' });
    expect(types).toEqual(['page.created', 'page.updated', 'form.submitted']);
  });

  test('says what of a group is kept', () => {
    const said = Object.fromEntries(groups.map((group) => [group.id, keptOf(group, settings.types)]));
    expect(said).toMatchObject({ persons: 'Saved: created', pages: 'Saved', links: 'Not saved' });
    expect(shownValue('persons', before.persons)).toBe('Saved: created');
    expect(shownValue('retentionDays', '30')).toBe('30 days');
  });
});
