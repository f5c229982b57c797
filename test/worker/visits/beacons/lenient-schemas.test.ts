import { omit } from 'es-toolkit/object';
import { each } from '../../../../src/lib/each.ts';
import type { Visit, VisitAnswer } from '../../../../src/visits/beacons/schemas.ts';
import { laterCounts } from '../../../../src/vocabulary/counts.ts';
import { violationsOf } from '../../support/replies.ts';
import { collect, held, newId, prepareVisits, visitOf, withField } from '../../support/visits.ts';

prepareVisits();

/** The names of the fields that may be missing. */
type Optional<T> = keyof { [K in keyof T as undefined extends T[K] ? K : never]: true };
type Form = NonNullable<Visit['formSubmit']>;

describe('a visit with a violation of an optional field', () => {
  // Each field of the schema has a row: the type checker says so.
  const ignored: Record<Optional<Visit> | `formSubmit.${keyof Form}`, unknown[]> = {
    audienceId: ['', 7, 'x'.repeat(65)],
    versionId: ['', 7, 'x'.repeat(65)],
    experimentId: ['', 7, 'x'.repeat(65)],
    unit: ['', 7, 'x'.repeat(10), 'x'.repeat(12), 'x=xxxxxxxxx', 'xxxxxxxxxxé'],
    hasActionClick: ['yes', 1],
    pageTitle: ['', 'x'.repeat(301), 'a\u0000b', ['x']],
    pageUrl: ['', 'about:blank', 'https://anna:secret@x.example/', `https://x.example/${'x'.repeat(2048)}`],
    referrer: ['news..example', 'from: the newsletter', 'https://news.example/', 'x'.repeat(256)],
    leftOut: ['bot', true],
    hasInput: ['yes', 1],
    foundFields: [7, ['hero'], { hero: 1 }, 'two words', '<b>', 'hero\n', 'é', 'x,'.repeat(321)],
    ...each(laterCounts, () => [-1, 1.5, '1']),
    utmCampaign: ['', 'x'.repeat(256)],
    utmContent: [{}],
    utmMedium: [1],
    utmSource: ['\ud800'],
    utmTerm: ['a\nb'],
    formSubmit: [7, [], 'form', { email: 'a@b.example' }],
    'formSubmit.formSubmissionId': ['', 'x y'],
    // Each of its fields is ignored alone: see below.
    'formSubmit.fields': [7, [], 'name', { name: 1 }, { password: 'x' }],
    'formSubmit.email': ['nobody', 'a@b@c', 7],
    'formSubmit.phone': ['08-123', '+0'],
    'formSubmit.linkedin': [
      ...[
        'https://www.linkedin.com/in/me',
        'mailto:a@b.example',
        'https://www.linkedin.com/',
        'https://x.example/in/ann',
        'https://linkedin.com.evil.example/in/ann',
        'https://x y/',
      ],
      `https://www.linkedin.com/in/${'x'.repeat(2048)}`,
    ],
  };

  test.each(Object.entries(ignored))(
    'in %s counts without it, and the answer says so',
    async (field, values) => {
      const name = field === 'formSubmit.formSubmissionId' ? 'formSubmit' : field;
      for (const value of values) {
        const { status, body } = await collect(withField(field, value));
        const what = JSON.stringify(value)?.slice(0, 100);
        expect([status, body], what).toEqual([202, { accepted: true, ignoredFields: [name] }]);
        const form =
          field.startsWith('formSubmit.') && name === field ? { formSubmit: { formSubmissionId: 'f' } } : {};
        expect(held.sent.at(-1)?.visit, what).toEqual({
          ...omit(visitOf('x'.repeat(16)), [name as keyof Visit]),
          ...form,
        });
      }
    },
  );

  test('in fields of a form counts without these fields alone', async () => {
    const form = { formSubmissionId: 'f', email: 'lin@acme.example' };
    const fields = {
      name: ' Lin Bo ',
      message: 'x'.repeat(2001),
      cvc: '123',
      card: '4111111111111111',
      seats: 40,
      company: null,
      ['n'.repeat(300)]: 'x',
      toString: {},
    };
    const { body } = await collect({ ...visitOf(newId()), formSubmit: { ...form, fields } });
    const ignored = ['message', 'cvc', 'card', 'seats', 'n'.repeat(300), 'toString'];
    const ignoredFields = ignored.map((name) => `formSubmit.fields.${name}`.slice(0, 100));
    expect(body).toEqual({ accepted: true, ignoredFields });
    expect(held.sent.at(-1)?.visit.formSubmit).toEqual({ ...form, fields: { name: 'Lin Bo' } });
  });

  test('names 40 of them, and keeps ten fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 'x']));
    const formSubmit = { formSubmissionId: 'f', email: 'lin@acme.example', fields };
    const { status, body } = await collect({ ...visitOf(newId()), formSubmit });
    expect([status, (body as VisitAnswer).ignoredFields?.length]).toEqual([202, 40]);
    expect(Object.keys(held.sent.at(-1)?.visit.formSubmit?.fields ?? {})).toHaveLength(10);
  });

  test('in the only identifier of a form ignores the fields, too: there is no log for them', async () => {
    const formSubmit = { formSubmissionId: 'f', email: 'nobody', fields: { name: 'Lin Bo' } };
    const { body } = await collect({ ...visitOf(newId()), formSubmit });
    expect(body).toEqual({ accepted: true, ignoredFields: ['formSubmit.email', 'formSubmit.fields'] });
    expect(held.sent.at(-1)?.visit.formSubmit).toEqual({ formSubmissionId: 'f' });
  });

  test('counts without all optional fields that are bad, and keeps the others', async () => {
    const good = { pageTitle: 'Pricing', utmSource: 'news' };
    const form = {
      formSubmissionId: 'f',
      email: 'ada@acme.example',
      linkedin: 'https://www.linkedin.com/in/me',
    };
    const bad = { referrer: 'news..example', utmTerm: '' };
    const sent = { ...visitOf(newId()), ...good, ...bad, formSubmit: form };
    const { status, body } = await collect(sent);
    const ignoredFields = ['referrer', 'utmTerm', 'formSubmit.linkedin'];
    expect([status, body]).toEqual([202, { accepted: true, ignoredFields }]);
    expect(held.sent.at(-1)?.visit).toMatchObject({
      ...good,
      formSubmit: { formSubmissionId: 'f', email: 'ada@acme.example' },
    });
    // A violation of another field is refused, with all violations.
    const refused = await collect({ ...sent, clicksCount: -1 });
    expect(violationsOf(refused).toSorted()).toEqual(
      expect.arrayContaining(['body clicksCount too_small', 'body formSubmit.linkedin invalid_value']),
    );
    expect((await collect({ ...sent, mood: 'good' })).status).toBe(400);
    expect((await collect({ ...sent, formSubmit: { ...form, mood: 'good' } })).status).toBe(400);
  });
});
