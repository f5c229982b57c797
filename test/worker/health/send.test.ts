import { env } from 'cloudflare:workers';
import { send } from '../support/client.ts';
import { silent } from '../support/faults.ts';
import { givenUpOf, giveUp, sendAgain } from '../support/given-up.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { newPlace, session, sessions } from '../support/places.ts';
import { newPaths, readAt } from '../support/versions.ts';
import { prepareVisits } from '../support/visits.ts';

prepareVisits();

const only = async (is: Parameters<typeof givenUpOf>[0]) => {
  const [first, ...others] = await givenUpOf(is);
  if (!first || others.length > 0) throw new Error('not one');
  return first;
};

describe('what was given up and is sent again', () => {
  beforeEach(() => env.DB.prepare('delete from given_up').run());

  test('is a visit: it is merged at once, once, and its message is not kept', async () => {
    const { id, pass } = await giveUp();
    const { givenUpId } = await only(({ kind }) => kind === 'visit');
    const { result: failed } = await silent(() => sendAgain(givenUpId));
    expect(failed.status).toBe(500);
    expect((await only(() => true)).sentAt).toBeNull();
    await pass();
    const first = await sendAgain(givenUpId);
    expect(first.status).toBe(200);
    expect(first.body.sentAt).not.toBeNull();
    await session(id);
    const again = await sendAgain(givenUpId);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await env.DB.prepare('select body, session_id, identifiers from given_up').first()).toEqual({
      body: null,
      session_id: null,
      identifiers: '[]',
    });
  });

  test('twice at once, is one visit', async () => {
    const of = await newPlace();
    const { pass } = await giveUp(of);
    const { givenUpId } = await only(() => true);
    await pass();
    const answers = await Promise.all([sendAgain(givenUpId), sendAgain(givenUpId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await sessions(of)).totalCount).toBe(1);
  });

  test('is a publish: it is requested again, once', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    await silent(() => queue.fail(queue.sent[0]));
    expect((await readAt(made.version)).status).toBe('cancelled');
    const { givenUpId, audienceId } = await only(({ kind }) => kind === 'publish');
    expect(audienceId).toBe(made.audienceId);
    const path = `/v0/system/given_up/${givenUpId}/send`;
    for (let count = 0; count < 2; count++)
      expect((await send('POST', path, {}, { bindings: queue.bindings() })).status).toBe(200);
    expect(queue.sent).toHaveLength(2);
    expect(await queue.deliver(queue.sent[1])).toBe('ack');
    expect((await readAt(made.version)).status).toBe('published');
  });

  test('is nothing: 404', async () => {
    const { status, body } = await sendAgain('givenup_01kafz8q6tf7n9t3cwh2k5v4xe');
    expect([status, body.code]).toEqual([404, 'given_up_not_found']);
  });
});
