import { expect, test } from 'vitest';
import { normaliseEmail } from '../../src/lib/normalise.ts';
import { normaliseLinkedinProfileUrl } from '../../src/lib/profile.ts';
import { identifierCases } from '../identifier-cases.ts';

// Not by its types: this project does not have those of a browser.
const tracker = '../../src/visits/tracker/identifiers.ts';
const { identifiersAmong } = (await import(tracker)) as {
  identifiersAmong: (
    fields: { name: string; value: string; type?: string }[],
  ) => Record<string, string | undefined>;
};

const read = {
  email: (text: string) => identifiersAmong([{ name: 'email', value: text }]).email,
  phoneNumber: (text: string) => identifiersAmong([{ name: 'phone', value: text }]).phone,
  linkedinProfileUrl: (text: string) => identifiersAmong([{ name: 'linkedin', value: text }]).linkedin,
};
const kept = {
  email: normaliseEmail,
  phoneNumber: (text: string) => text,
  linkedinProfileUrl: normaliseLinkedinProfileUrl,
};

// The tracker may read less than the API takes, and the collector leaves out what it reads too much. But it reads no
// placeholder, and what it reads is what the API would keep.
test.each(
  identifierCases.flatMap((one) => (one.field === 'domain' ? [] : [[one.field, one.sent, one.is] as const])),
)('the tracker reads %s %j as the API keeps it: %j', (field, sent, is) => {
  const found = read[field](sent);
  if (found === undefined || is === 'refused') return;
  // `none@none.com` and the profiles of templates are left to the collector.
  if (is === null) expect(found).toMatch(/@|linkedin/);
  else expect(kept[field](found)).toBe(is);
});

test.each([
  [
    'by type',
    [
      { name: 'a', value: 'not@me.example' },
      { name: 'b', type: 'email', value: ' zoe@acme.example ' },
    ],
  ],
  [
    'by name',
    [
      { name: 'a', value: 'not@me.example' },
      { name: 'E-Mail', value: 'zoe@acme.example' },
    ],
  ],
  [
    'in any field',
    [
      { name: 'a', value: 'Zoë' },
      { name: 'b', value: '\u200bzoe@acme.example\u202c' },
    ],
  ],
])('the tracker finds an email %s', (_, fields) => {
  expect(identifiersAmong(fields)).toEqual({ email: 'zoe@acme.example' });
});

test('the tracker takes no amount for a phone, and no company for a profile', () => {
  const fields = ['08-123 45 67', '+12', 'https://www.linkedin.com/company/acme'];
  expect(identifiersAmong(fields.map((value) => ({ name: 'a', value })))).toEqual({});
});
