import { act, newAudience, type Of, patch, read } from '../../support/audiences.ts';
import { ok } from '../../support/replies.ts';
import { publish, readVersion } from '../../support/versions.ts';

describe('a settable field', () => {
  const settable = {
    customName: 'Board',
    actionFormIdOverride: 'form_1',
    actionFormInstructionsOverride: 'Ask for\n\tthe budget.\r\n',
    actionUrlOverride: 'https://acme.example/book?x=1#y',
    supplementaryContext: 'Asked for prices.\nTwice.',
  };

  test.each(Object.entries(settable))(
    '%s is set, kept when others change, and cleared by "" and null',
    async (field, value) => {
      const others = Object.fromEntries(Object.entries(settable).filter(([name]) => name !== field));
      const of = await newAudience();
      expect((await ok(patch(of, { [field]: value })))[field as 'customName']).toBe(value);
      expect(await ok(patch(of, others))).toMatchObject(settable);
      for (const empty of ['', null]) {
        const cleared = await ok(patch(of, { [field]: empty }));
        expect(cleared).toMatchObject({ ...others, [field]: null });
        expect(await read(of)).toEqual(cleared);
        await ok(patch(of, { [field]: value }));
      }
      expect(await read(of)).toMatchObject(settable);
    },
  );

  test('is set by the creation too, and stays empty with "", null or no value', async () => {
    expect(await newAudience(settable)).toMatchObject(settable);
    const nulls = Object.fromEntries(Object.keys(settable).map((field) => [field, null]));
    const empty = Object.fromEntries(Object.keys(settable).map((field) => [field, '']));
    for (const body of [{}, nulls, empty]) expect(await newAudience(body)).toMatchObject(nulls);
  });

  test('is returned as it was sent, whatever it contains', async () => {
    const of = await newAudience();
    for (const text of [
      '\u{1f4a9}',
      ' ',
      '"\\',
      "'); drop table audiences; --",
      '{"$":1}',
      'null',
      '\u2028',
    ]) {
      const values = {
        actionFormIdOverride: text,
        actionFormInstructionsOverride: text,
        supplementaryContext: text,
      };
      expect(await ok(patch(of, values))).toMatchObject(values);
      expect((await publishedContext(of)).supplementaryContext).toBe(text);
    }
  });

  async function publishedContext(of: Of) {
    const { latestVersion } = await read(of);
    await publish(of, latestVersion);
    return readVersion(of, latestVersion);
  }

  test('may be set in an archived audience, which stays archived', async () => {
    const of = await ok(act(await newAudience(), 'archive'));
    const { latestVersion, ...changed } = await ok(patch(of, settable));
    expect(changed).toMatchObject({ ...settable, status: 'archived', archivedAt: of.archivedAt });
    expect(latestVersion).toMatchObject({ versionNumber: 1, status: 'draft', allowedActions: ['cancel'] });
  });
});
