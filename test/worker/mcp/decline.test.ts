import { env } from 'cloudflare:workers';
import type { Audience } from '../../../src/content/audiences/schemas.ts';
import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { connectWith, type McpClient, post } from '../support/mcp.ts';
import { newPageId } from '../support/pages.ts';

// A user who has declined is asked again before anything is published.

const queue = new HeldQueue();
const bindings = queue.bindings();
let pageId: string;

beforeAll(async () => {
  pageId = await newPageId();
});

const newAudience = async () => ({
  pageId,
  audienceId: await newAudienceId(pageId, { customName: 'Depots' }),
});
const statusOf = async ({ audienceId }: { audienceId: string }) =>
  (await send<{ status: string }>('GET', `/v0/pages/${pageId}/audiences/${audienceId}`)).body.status;

const refusal = (message = /was declined/) => ({
  isError: true,
  body: {
    code: 'validation_failed',
    errors: [{ path: 'confirmation', code: 'not_allowed', message: expect.stringMatching(message) }],
  },
});

/** Texts that a lenient reader of base64 may take for the same confirmation. */
const spellings = (text: string) => [
  text,
  `${text}=`,
  `${text}\n`,
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
    (last) => `${text.slice(0, -1)}${last}`,
  ),
];

describe('a confirmation that a model holds', () => {
  let writer: McpClient;
  const describeChange = async (given: object, client = writer) =>
    String((await client.call('publish_audience', { ...given })).body.confirmation);
  beforeAll(async () => {
    writer = await connectWith(['read', 'write'], { bindings });
  });

  test('publishes nothing once it is declined, however it is spelled', async () => {
    const given = await newAudience();
    const confirmation = await describeChange(given);
    const declined = await writer.call('publish_audience', { ...given, confirmation, declined: true });
    expect([declined.body.state, declined.cost.trips]).toEqual(['declined', 1]);
    const publishWith = async (text: string) => {
      const { isError } = await writer.call('publish_audience', { ...given, confirmation: text });
      expect(isError, text).toBe(true);
    };
    await Promise.all(spellings(confirmation).map(publishWith));
    const again = await writer.call('publish_audience', { ...given, confirmation });
    expect(again).toMatchObject(refusal());
    // Nor through the API, with the key of the confirmation.
    const select = `select operation_key as operationKey from operation_keys where version_id = 'declined'`;
    const key = await env.DB.prepare(select).first<{ operationKey: string }>();
    const { latestVersion } = (await send<Audience>('GET', `/v0/audiences/${given.audienceId}`)).body;
    const path = `/v0/pages/${given.pageId}/audiences/${given.audienceId}/versions/${latestVersion.versionId}/publish`;
    const refused = await send<{ code: string; detail: string; conflictingId?: string }>('POST', path, key);
    expect([refused.status, refused.body.code, refused.body.conflictingId]).toEqual([
      422,
      'operation_key_mismatch',
      undefined,
    ]);
    expect(refused.body.detail).toContain('was declined');
    expect(await statusOf(given)).toBe('draft');
    expect(queue.sent).toEqual([]);
    // The next question is answered on its own.
    const next = await describeChange(given);
    const { body } = await writer.call('publish_audience', { ...given, confirmation: next });
    expect(body.state).toBe('requested');
  });

  test('may be declined again, and not by another key or for another audience', async () => {
    const [given, other] = [await newAudience(), await newAudience()];
    const confirmation = await describeChange(given);
    const stranger = await connectWith(['read', 'write'], { bindings });
    for (const [client, at] of [
      [stranger, given],
      [writer, other],
    ] as const)
      expect(await client.call('publish_audience', { ...at, confirmation, declined: true })).toMatchObject(
        refusal(/not a confirmation/),
      );
    for (const _ of [1, 2]) {
      const { body } = await writer.call('publish_audience', { ...given, confirmation, declined: true });
      expect(body.state).toBe('declined');
    }
  });

  test('that has published cannot be declined: the answer is the version', async () => {
    const given = await newAudience();
    const confirmation = await describeChange(given);
    await writer.call('publish_audience', { ...given, confirmation });
    const { body } = await writer.call('publish_audience', { ...given, confirmation, declined: true });
    expect(body).toMatchObject({ state: 'requested', version: { status: 'queued' } });
  });

  test('is declined or publishes, if both are asked for at once', async () => {
    for (let n = 0; n < 5; n++) {
      const given = await newAudience();
      const confirmation = await describeChange(given);
      const sent = queue.sent.length;
      const [agreed, declined] = await Promise.all(
        [false, true].map((declined) =>
          post<string>(
            {
              jsonrpc: '2.0',
              id: 1,
              method: 'tools/call',
              params: { name: 'publish_audience', arguments: { ...given, confirmation, declined } },
            },
            { key: null, bindings, headers: { authorization: writer.sent[0]?.headers.authorization ?? '' } },
          ),
        ),
      );
      const published = queue.sent.length - sent;
      expect(await statusOf(given)).toBe(published === 1 ? 'queued' : 'draft');
      expect(agreed?.text).toContain(published === 1 ? 'requested' : 'was declined');
      expect(declined?.text).toContain(published === 1 ? 'requested' : 'state\\":\\"declined');
    }
  });
});

describe('the form of a client', () => {
  /** Sends the last request of a client again, with changes of its parameters. */
  async function replay({ sent }: McpClient, params: object) {
    const { headers, text } = sent.at(-1) ?? { headers: {}, text: '{}' };
    const message = JSON.parse(text);
    const rawBody = JSON.stringify({ ...message, params: { ...message.params, ...params } });
    return post<unknown>(undefined, { key: null, contentType: null, rawBody, headers, bindings });
  }
  const accepted = { inputResponses: { publish: { action: 'accept', content: { publish: true } } } };

  test.each([
    ['declined', { action: 'decline' } as const],
    ['closed', { action: 'cancel' } as const],
    ['sent without a tick', { action: 'accept', content: { publish: false } } as const],
  ])('that was %s cannot be accepted afterwards', async (_, answer) => {
    const client = await connectWith(['read', 'write'], { bindings, user: () => answer });
    const given = await newAudience();
    expect((await client.call('publish_audience', given)).body.state).toBe('declined');
    const sent = queue.sent.length;
    const { text } = await replay(client, accepted);
    expect(text).toContain('was declined');
    expect(await statusOf(given)).toBe('draft');
    expect(queue.sent).toHaveLength(sent);
  });

  test('that was accepted publishes once', async () => {
    const user = () => ({ action: 'accept', content: { publish: true } }) as const;
    const client = await connectWith(['read', 'write'], { bindings, user });
    const given = await newAudience();
    await client.call('publish_audience', given);
    const sent = queue.sent.length;
    expect((await replay(client, accepted)).text).toContain('requested');
    expect(queue.sent).toHaveLength(sent);
  });

  test('holds nothing that a model could send as a confirmation, nor the other way round', async () => {
    const client = await connectWith(['read', 'write'], { bindings, user: () => ({ action: 'decline' }) });
    const given = await newAudience();
    await client.call('publish_audience', given);
    const first = await replay({ ...client, sent: client.sent.slice(0, -1) }, {});
    const requestState = /"requestState":"([^"]+)"/.exec(first.text)?.[1] ?? '';
    expect(requestState).toMatch(/^v1\./);
    const key = client.sent[0]?.headers.authorization?.slice(7) ?? '';
    const ask = async (arguments_: object) =>
      (
        await post<unknown>(
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'publish_audience', arguments: arguments_ },
          },
          { key, bindings },
        )
      ).text;
    expect(await ask({ ...given, confirmation: requestState })).toContain('not a confirmation');
    // A client of 2025 with the same key has no form.
    const confirmation = /"confirmation\\?":\\?"([^"\\]+)/.exec(await ask(given))?.[1] ?? '';
    expect(confirmation).toMatch(/^v1\./);
    const other = await replay(client, { ...accepted, requestState: confirmation });
    expect(other.text).toContain('not a confirmation');
    expect(await statusOf(given)).toBe('draft');
  });
});
