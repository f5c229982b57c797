import type { Event } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { allFields } from '../../console/src/screens/audience/fields.ts';
import { keptSince } from '../../console/src/screens/history/data.ts';
import { auditTypes, groups, typesOf } from '../../console/src/screens/history/groups.ts';
import { sentenceOf, textOf, toldOf } from '../../console/src/screens/history/sentence.tsx';
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
  toldOf(events).map((told) =>
    textOf(sentenceOf(told, { isOwn, nameOf: (of) => names[of], mayOpenKeys: true })),
  );
const sentence = (of: Partial<Event>, isOwn = true) => sentencesOf([event(of)], isOwn)[0];

describe('an event is a sentence', () => {
  test('in the history of a record', () => {
    expect(sentence({ changes: ['customName', 'metadataOverride'] })).toBe(
      'zoe@northwind.example changed the name and the content',
    );
    const service = { type: 'service', apiKeyId: null, name: null } as const;
    expect(sentence({ type: 'audience_version.published', actor: service })).toBe(
      'The service published version 3',
    );
    const tracker = { type: 'tracker', apiKeyId: null, name: null } as const;
    expect(sentence({ type: 'person.created', subject: id('person'), actor: tracker })).toBe(
      'The tracker created this person',
    );
    const key = { type: 'api_key', apiKeyId: id('api_key'), name: 'CRM' } as const;
    expect(sentence({ type: 'person_log.created', subject: id('person'), actor: key })).toBe(
      'The key “CRM” sent a log',
    );
    expect(sentence({ type: 'audience.archived', actor: null })).toBe(
      'Something outside Footfall archived this audience',
    );
  });

  test('among all others, with the names that are known', () => {
    expect(sentence({ changes: ['personId'] }, false)).toBe(
      'zoe@northwind.example changed the person of the audience Retail',
    );
    expect(sentence({ type: 'person.erased', subject: id('person') }, false)).toBe(
      'zoe@northwind.example erased Zoë Lindqvist',
    );
    expect(sentence({ type: 'page_link.deleted', subject: id('page_link') }, false)).toBe(
      'zoe@northwind.example deleted a link',
    );
    expect(sentence({ type: 'account.created', subject: id('account') }, false)).toBe(
      'zoe@northwind.example created an account',
    );
    expect(sentence({ type: 'form.submitted', subject: null }, false)).toBe(
      'A visitor sent a form on Pricing',
    );
  });

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
    const partsOf = (of: Partial<Event>, mayOpenKeys = true) =>
      sentenceOf(
        { event: event(of), changes: ['name'], count: 1 },
        { isOwn: false, nameOf: () => undefined, mayOpenKeys },
      );
    expect(partsOf({}).at(-1)).toEqual({
      text: 'an audience',
      href: `#/pages/${id('page')}/audiences/${id('audience')}`,
    });
    expect(partsOf({ type: 'person.updated', subject: id('person') }).at(-1)).toMatchObject({
      href: expect.stringContaining(`open=${id('person')}`),
    });
    expect(partsOf({ type: 'person.erased', subject: id('person') }).at(-1)).toMatchObject({
      href: undefined,
    });
    expect(partsOf({})[0]).toEqual({
      text: zoe.name,
      href: expect.stringContaining(`open=${id('api_key')}`),
    });
    expect(partsOf({}, false)[0]).toEqual({ text: zoe.name, href: undefined });
    const [visitor] = partsOf({
      type: 'person.visited',
      subject: id('person'),
      related: { pageId: id('page'), analyticsSessionId: 'a visit' },
    });
    expect(visitor).toMatchObject({ text: 'A visitor', href: expect.stringContaining('open=visit') });
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
  for (const { path, label } of allFields.filter((field) => !field.path.includes('.')))
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
