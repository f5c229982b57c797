import { describe, expect, test } from 'vitest';
import { mayBe, namingIn, pathOf, withPath } from '../../console/src/screens/sources/paths.ts';
import { isJsonPath, valuesAt } from '../../src/visits/sources/paths.ts';
import { providers as ofService } from '../../src/visits/sources/providers.ts';

const typeform = {
  form_response: {
    hidden: { 'first name': "Zoë's" },
    answers: [
      { type: 'text', text: 'Northwind', field: { ref: 'company' } },
      { type: 'text', text: 'Zoë', field: { ref: "who's" } },
      { type: 'email', email: 'zoe@northwind.example' },
    ],
  },
  attendees: [
    { name: 'Zoë', email: 'zoe@northwind.example' },
    { name: 'Ida', email: 'ida@northwind.example' },
  ],
  fields: [
    { name: 'mail', value: 'zoe@northwind.example' },
    { name: 'other', value: 1_764_000_000 },
  ],
};

describe('the path of a value', () => {
  test.each([
    [['form_response', 'answers', 2, 'email'], "$.form_response.answers[?@.type=='email'].email"],
    [['form_response', 'answers', 1, 'text'], "$.form_response.answers[?@.field.ref=='who\\'s'].text"],
    [['form_response', 'hidden', 'first name'], "$.form_response.hidden['first name']"],
    [['attendees', 1, 'email'], '$.attendees[1].email'],
    [['fields', 0, 'value'], "$.fields[?@.name=='mail'].value"],
  ])('%j is %s, and the service finds exactly that value by it', (keys, path) => {
    expect(pathOf(typeform, keys)).toBe(path);
    expect(isJsonPath(path)).toBe(true);
    const value = keys.reduce<unknown>((of, key) => (of as Record<string | number, unknown>)[key], typeform);
    expect(valuesAt(typeform, path)).toEqual([value]);
  });

  test('that the service would refuse is none', () => {
    const keys = Array.from({ length: 11 }, () => 'a');
    expect(
      pathOf(
        keys.reduceRight<unknown>((of, key) => ({ [key]: of }), 1),
        keys,
      ),
    ).toBeUndefined();
    expect(pathOf({ ['a'.repeat(199)]: 1 }, ['a'.repeat(199)])).toBeUndefined();
  });
});

test.each([
  ['zoe@northwind.example', ['email']],
  ['+49 151 5554433', ['phoneNumber']],
  ['https://www.linkedin.com/in/zoe', ['linkedinProfileUrl']],
  ['2026-12-01T09:30:00Z', ['occurredAt']],
  [1_764_000_000, ['occurredAt']],
  ['Zoë Lindqvist', ['name', 'type']],
  ['https://northwind.example', []],
  [12, []],
  [true, []],
  [' ', []],
])('%j may be %j', (value, fields) => {
  expect(mayBe(value)).toEqual(fields);
});

test('what names a person is offered once', () => {
  expect(namingIn(typeform).map(({ value }) => value)).toEqual([
    'zoe@northwind.example',
    'ida@northwind.example',
  ]);
});

test('a path comes first, and the other fields are not sent', () => {
  const mapping = {
    ...structuredClone(ofService.stripe.mapping),
    email: ['$.a', '$.b'],
  } as unknown as Parameters<typeof withPath>[0]['mapping'];
  expect(withPath({ mapping }, 'email', '$.b')).toEqual({ email: ['$.b', '$.a'] });
  expect(withPath({ mapping }, 'linkedinProfileUrl', '$.c')).toEqual({ linkedinProfileUrl: ['$.c'] });
});
