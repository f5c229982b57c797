import type { Audience } from '../../../src/content/audiences/schemas.ts';
import { patch } from '../support/audiences.ts';
import { actOnTest, listTests } from '../support/experiments.ts';
import { connectWith, type McpClient } from '../support/mcp.ts';
import { ok } from '../support/replies.ts';
import { withDraft } from '../support/versions.ts';
import { writesNothing } from '../support/writes-nothing.ts';

let writer: McpClient;
beforeAll(async () => {
  writer = await connectWith(['read', 'write']);
});

const givenOf = ({ pageId, audienceId }: Audience) => ({ pageId, audienceId });
const testsOf = async ({ audienceId }: Audience) => (await listTests(`audienceId=${audienceId}`)).items;
/** Describes a test, and returns the confirmation. */
async function describeTest(of: Audience, fields: object = {}): Promise<string> {
  const { body } = await writer.call('start_test', { ...givenOf(of), ...fields });
  expect(body.state, JSON.stringify(body)).toBe('needs_confirmation');
  return String(body.confirmation);
}
const refusal = { isError: true, body: { code: 'validation_failed', errors: [{ path: 'confirmation' }] } };

test('a test is described first, and starts with the confirmation, once', async () => {
  const of = await withDraft();
  const { body } = await writesNothing(() =>
    writer.call('start_test', { ...givenOf(of), goal: 'formSubmit' }),
  );
  expect(body.question).toMatch(
    /^Test version 2 of this audience against version 1, which is live\?\nAudience: .*\nEach gets half of the visitors; forms decide\. .*\n\nContext: second\n {2}before: first\n/,
  );
  for (let n = 0; n < 2; n++) {
    const { confirmation } = body;
    const started = await writer.call('start_test', { ...givenOf(of), confirmation });
    expect(started.body).toMatchObject({
      state: 'requested',
      test: { status: 'running', goal: 'formSubmit' },
    });
  }
  expect(await testsOf(of)).toHaveLength(1);
  const { body: list } = await writer.call('list_tests', { audienceId: of.audienceId });
  expect(list.items).toMatchObject([{ status: 'running', sentence: 'Not decided: 0 visitors so far.' }]);
});

test('nothing starts that has changed since, or that the user has declined', async () => {
  const of = await withDraft();
  const first = await describeTest(of);
  await ok(patch(of, { supplementaryContext: 'third' }));
  const stale = await writer.call('start_test', { ...givenOf(of), confirmation: first });
  expect([stale.isError, stale.body.code]).toEqual([true, 'precondition_failed']);
  const confirmation = await describeTest(of);
  const declined = await writer.call('start_test', { ...givenOf(of), confirmation, declined: true });
  expect(declined.body).toMatchObject({ state: 'declined' });
  expect(await writer.call('start_test', { ...givenOf(of), confirmation })).toMatchObject(refusal);
  expect(await testsOf(of)).toEqual([]);
});

test('what the user has agreed to is not called declined, and does not start by that either', async () => {
  const of = await withDraft();
  const call = (confirmation: string, fields: object = {}) =>
    writer.call('start_test', { ...givenOf(of), confirmation, ...fields });
  const [first, second] = [await describeTest(of), await describeTest(of)];
  const { body } = await call(first);
  expect(await call(first, { declined: true })).toMatchObject(refusal);
  expect((await call(second)).body).toMatchObject({ code: 'experiment_running' });
  const { experimentId } = body.test as { experimentId: string };
  await ok(actOnTest({ experimentId }, 'stop'));
  expect(await call(second, { declined: true })).toMatchObject(refusal);
  expect(await testsOf(of)).toMatchObject([{ experimentId, status: 'ended' }]);
});

test('a confirmation to publish starts no test, and one to start publishes nothing', async () => {
  const of = await withDraft();
  const { body } = await writer.call('publish_audience', givenOf(of));
  const published = { ...givenOf(of), confirmation: body.confirmation };
  expect(await writer.call('start_test', published)).toMatchObject(refusal);
  const started = { ...givenOf(of), confirmation: await describeTest(of) };
  expect(await writer.call('publish_audience', started)).toMatchObject(refusal);
  expect(await testsOf(of)).toEqual([]);
});

test('an unknown goal is refused by the API', async () => {
  const of = await withDraft();
  const confirmation = await describeTest(of, { goal: 'sales' });
  const { isError, body } = await writer.call('start_test', { ...givenOf(of), confirmation });
  expect([isError, body.code]).toEqual([true, 'validation_failed']);
});
