import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { connectWith, type McpClient } from '../support/mcp.ts';
import { newPageId } from '../support/pages.ts';
import { setClock } from '../support/times.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const queue = new HeldQueue();
const bindings = queue.bindings();
let writer: McpClient;
let pageId: string;

beforeAll(async () => {
  writer = await connectWith(['read', 'write'], { bindings });
  pageId = await newPageId();
});
afterEach(() => vi.useRealTimers());

interface Given {
  pageId: string;
  audienceId: string;
}

async function newAudience(words = 'Speak of gates'): Promise<Given> {
  const fields = { customName: 'Depots', supplementaryContext: words };
  return { pageId, audienceId: await newAudienceId(pageId, fields) };
}

const pathOf = ({ audienceId }: Given) => `/v0/pages/${pageId}/audiences/${audienceId}`;
const statusOf = async (given: Given) => (await send<{ status: string }>('GET', pathOf(given))).body.status;

/** Describes the change, and returns the confirmation. */
async function describeChange(given: Given, { call }: McpClient = writer): Promise<string> {
  const { body } = await call('publish_audience', { ...given });
  expect(body.state, JSON.stringify(body)).toBe('needs_confirmation');
  return String(body.confirmation);
}

const refusal = {
  isError: true,
  body: { code: 'validation_failed', errors: [{ path: 'confirmation', code: 'not_allowed' }] },
};

describe('a key with the scope write', () => {
  test('learns what would change, and publishes with the confirmation', async () => {
    const given = await newAudience();
    const { body, cost } = await writesNothing(() => writer.call('publish_audience', { ...given }));
    expect(body).toMatchObject({
      state: 'needs_confirmation',
      question: expect.stringMatching(
        /^Publish version 1 of this audience\?\nAudience: Depots\nNothing is live there yet\.\n\nContext: Speak of gates\n/,
      ),
    });
    // The audience, and then what would go live and the links.
    expect(cost.trips).toBe(3);

    const published = await writer.call('publish_audience', { ...given, confirmation: body.confirmation });
    expect(published.body).toMatchObject({ state: 'requested', version: { status: 'queued' } });
    expect(published.cost.trips).toBe(1);
    await queue.deliver(queue.sent.at(-1));
    expect(await statusOf(given)).toBe('published');
  });

  test('publishes once, however often it sends the confirmation', async () => {
    const given = await newAudience();
    const confirmation = await describeChange(given);
    const sent = queue.sent.length;
    for (let n = 0; n < 3; n++) {
      const { body } = await writer.call('publish_audience', { ...given, confirmation });
      expect(body).toMatchObject({ state: 'requested', version: { status: 'queued' } });
    }
    expect(queue.sent.length - sent).toBe(1);
    // A confirmation does not publish again what somebody has cancelled since.
    const version = (await send<{ latestVersion: { versionId: string } }>('GET', pathOf(given))).body;
    await send('POST', `${pathOf(given)}/versions/${version.latestVersion.versionId}/cancel`);
    const again = await writer.call('publish_audience', { ...given, confirmation });
    expect(again.body).toMatchObject({ version: { status: 'cancelled' } });
    expect(queue.sent.length - sent).toBe(1);
  });

  test('does not publish what has changed since it was described', async () => {
    const given = await newAudience();
    const confirmation = await describeChange(given);
    await send('PATCH', pathOf(given), { supplementaryContext: 'Speak of tills' });
    const { isError, body } = await writer.call('publish_audience', { ...given, confirmation });
    expect([isError, body.code]).toEqual([true, 'precondition_failed']);
    expect(await statusOf(given)).toBe('draft');
  });

  test('gets the 409 of the API when there is nothing to publish', async () => {
    const given = await newAudience();
    await send('POST', `${pathOf(given)}/archive`);
    const { isError, body } = await writer.call('publish_audience', { ...given });
    expect([isError, body.code]).toEqual([true, 'invalid_transition']);
  });
});

describe('a confirmation is refused', () => {
  test.each<[string, (confirmation: string) => string]>([
    ['that is made up', () => 'v1.e30.AAAA'],
    ['that is no text', () => ''],
    ['whose end is changed', (text) => `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`],
    [
      'that names another version',
      (text) => {
        const [head, body = '', seal] = text.split('.');
        const changed = atob(body.replace(/-/g, '+').replace(/_/g, '/')).replace(/version_\w/, 'version_x');
        return [head, btoa(changed).replace(/=+$/, ''), seal].join('.');
      },
    ],
  ])('%s', async (_, change) => {
    const given = await newAudience();
    const confirmation = change(await describeChange(given));
    const answer = await writesNothing(() => writer.call('publish_audience', { ...given, confirmation }));
    expect(answer).toMatchObject(refusal);
    expect(await statusOf(given)).toBe('draft');
  });

  test('that is of another audience, or of another key', async () => {
    const [given, other] = [await newAudience(), await newAudience()];
    const confirmation = await describeChange(given);
    expect(await writer.call('publish_audience', { ...other, confirmation })).toMatchObject(refusal);
    const stranger = await connectWith(['read', 'write'], { bindings });
    expect(await stranger.call('publish_audience', { ...given, confirmation })).toMatchObject(refusal);
    expect(await statusOf(given)).toBe('draft');
  });

  test('after ten minutes', async () => {
    const given = await newAudience();
    const confirmation = await describeChange(given);
    setClock(Date.now() + 11 * 60_000);
    expect(await writer.call('publish_audience', { ...given, confirmation })).toMatchObject(refusal);
    vi.useRealTimers();
    expect(await statusOf(given)).toBe('draft');
  });
});

describe('a key without the scope write', () => {
  test('does not see the tool, and cannot call it, not even with a confirmation', async () => {
    const reader = await connectWith(['read', 'admin'], { bindings });
    const { tools } = await reader.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('publish_audience');
    const given = await newAudience();
    const confirmation = await describeChange(given);
    for (const more of [{}, { confirmation }]) {
      const call = reader.client.callTool({ name: 'publish_audience', arguments: { ...given, ...more } });
      await writesNothing(() => expect(call).rejects.toThrow(/publish_audience/));
    }
    expect(await statusOf(given)).toBe('draft');
  });
});

describe('a client that can show a form', () => {
  test('asks its user, and the model never sees a confirmation', async () => {
    const asked: string[] = [];
    const client = await connectWith(['read', 'write'], {
      bindings,
      user: (message) => {
        asked.push(message);
        return { action: 'accept', content: { publish: true } };
      },
    });
    const given = await newAudience();
    const { body } = await client.call('publish_audience', { ...given });
    expect(body).toMatchObject({ state: 'requested', version: { status: 'queued' } });
    expect(body.confirmation).toBeUndefined();
    expect(asked).toEqual([expect.stringContaining('Context: Speak of gates\n')]);
  });

  test.each([
    ['declines', { action: 'decline' } as const],
    ['closes the form', { action: 'cancel' } as const],
    ['does not tick the box', { action: 'accept', content: { publish: false } } as const],
  ])('publishes nothing when the user %s', async (_, answer) => {
    const client = await connectWith(['read', 'write'], { bindings, user: () => answer });
    const given = await newAudience();
    const { body } = await client.call('publish_audience', { ...given });
    expect(body).toMatchObject({ state: 'declined' });
    expect(await statusOf(given)).toBe('draft');
  });
});
