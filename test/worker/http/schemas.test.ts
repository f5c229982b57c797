import type * as z from 'zod/mini';
import { domain } from '../../../src/http/host-schemas.ts';
import { email, linkedinProfileUrl } from '../../../src/http/identifier-schemas.ts';
import { actionUrl, multilineText, name, text } from '../../../src/http/schemas.ts';
import { codeOf } from '../../../src/http/validate.ts';
import { type Problem, send } from '../support/client.ts';

// Every field with every bad value: bad-bodies.test.ts. Here the rules stand once, as the documents say them.

const codesOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues.map(codeOf);
const astral = '\u{1f4a9}';

describe('a text of a request', () => {
  test('is counted in Unicode characters, not in UTF-16 units', () => {
    expect(codesOf(text(1, 10), astral.repeat(10))).toBeUndefined();
    expect(codesOf(text(1, 10), astral.repeat(11))).toEqual(['too_long']);
  });

  test.each(['a\u0000', 'a\u0085', '\ud800', 'a\nb'])('%j has what no name may have', (value) => {
    expect(codesOf(text(1, 10), value)).toEqual(['invalid_format']);
    expect(codesOf(name, value)).toEqual(['invalid_format']);
    expect(codesOf(multilineText(1, 10), value)).toEqual(
      value.includes('\n') ? undefined : ['invalid_format'],
    );
  });

  test.each([' ', '\u00a0\u3000'])('%j is a blank name', (value) => {
    expect(codesOf(text(1, 10), value)).toBeUndefined();
    expect(codesOf(name, value)).toEqual(['invalid_value']);
  });
});

describe('the most characters', () => {
  test.each<[string, z.ZodMiniType, number, (length: number) => string]>([
    ['of an email', email, 320, (length) => `${'x'.repeat(length - 10)}@x.example`],
    ['of a domain', domain, 253, (length) => `${'x.'.repeat((length - 7) / 2)}example`],
    [
      'of a linkedinProfileUrl',
      linkedinProfileUrl,
      2048,
      (length) => `https://x.example/${'x'.repeat(length - 18)}`,
    ],
  ])('%s are %i', (_what, schema, most, of) => {
    expect(of(most)).toHaveLength(most);
    expect(codesOf(schema, of(most))).toBeUndefined();
    expect(codesOf(schema, `${of(most)}ab`)).toContain('too_long');
  });

  test.each(['/v0/persons/search', '/v0/accounts'])('of the query of %s are 500', async (path) => {
    const ask = (length: number) => send<Problem>('GET', `${path}?query=${'x'.repeat(length)}`);
    expect((await ask(500)).status).toBe(200);
    expect((await ask(501)).body.errors).toMatchObject([{ path: 'query', code: 'too_long' }]);
  });
});

describe('an actionUrlOverride must not hide where it leads', () => {
  test.each([
    'https://acme.example/book?x=1#y',
    'HTTP://acme.example',
    'mailto:anna@acme.example',
    'tel:+491',
    '',
  ])('%j is one', (url) => expect(codesOf(actionUrl, url)).toBeUndefined());

  test.each([
    ['a relative URL', '/book'],
    ['another scheme', 'javascript:alert(1)'],
    ['a user name', 'https://acme.example@evil.example/'],
    ['a backslash', 'https://acme.example\\@evil.example/'],
    ['an invisible character', 'https://ac\u00adme.example/'],
  ])('%s is a 400: %j', (_what, url) => expect(codesOf(actionUrl, url)).not.toBeUndefined());
});
