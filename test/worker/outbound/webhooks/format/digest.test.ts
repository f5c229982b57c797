import type { EventType } from '../../../../../src/vocabulary/events.ts';
import { begin, deliver } from '../../../support/campaign-jobs.ts';
import { newCampaign, patch, someone, write } from '../../../support/campaigns.ts';
import { newPage } from '../../../support/pages.ts';
import { pass } from '../../../support/times.ts';
import { newWebhook, prepareReceiver, run, tell } from '../../../support/webhooks.ts';

const receiver = prepareReceiver();
let pageId: string;

beforeEach(async () => {
  ({ pageId } = await newPage({ title: 'Pricing' }));
  vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => {
    pass(ms);
  });
});

/** A channel of some types, and the sentences of each message that it gets from now on. */
async function channel(types: EventType[], fields: object = {}) {
  const webhook = await newWebhook({ format: 'slack', types, ...fields });
  return async () => {
    receiver.received.length = 0;
    while ((await run(webhook))?.hasMore);
    return receiver.received.map(({ body }) =>
      (JSON.parse(body) as { text: string }).text
        .split('\n')
        .map((line) => line.replace(/ <.*/, ''))
        .filter((line) => !/follow\.$/.test(line)),
    );
  };
}
const people = (count: number) => Array.from({ length: count }, (_, n) => someone({ name: `P ${n}` }));

describe('a channel gets one sentence', () => {
  test('for what a call of a campaign has made of a type, and one for each type', async () => {
    const messages = await channel(['person.created', 'page_link.created', 'audience_version.published']);
    const campaign = await newCampaign({ name: 'Autumn list' }, pageId);
    await write(campaign, people(4));
    expect(await messages()).toEqual([
      ['The campaign Autumn list created 4 people.', 'The campaign Autumn list created 4 links.'],
    ]);
    await deliver();
    expect(await messages()).toEqual([['The campaign Autumn list published the pages of 4 people.']]);
  });

  test('for each message of a long call: 20 events, and then 200 at once', async () => {
    const messages = await channel(['audience.created']);
    const campaign = await newCampaign({ name: 'Autumn list' }, pageId);
    for (const _ of [1, 2, 3]) await write(campaign, people(100));
    expect(await messages()).toEqual(
      [20, 200, 80].map((count) => [`The campaign Autumn list created the pages of ${count} people.`]),
    );
  });

  test('for the step of a job, and its own for an event of anybody else between', async () => {
    const campaign = await newCampaign({ name: 'Autumn list' }, pageId);
    await write(campaign, people(3));
    await deliver();
    const messages = await channel(['audience.updated', 'audience.archived', 'page.created']);
    await patch(campaign, { words: { metadataOverride: { title: 'Bye {{name}}' } } });
    await begin(campaign, 'publish');
    await deliver();
    await tell([{ type: 'page.created', subject: pageId, actor: { type: 'person', name: 'Kim' } }]);
    await begin(campaign, 'archive');
    await deliver();
    expect(await messages()).toEqual([
      [
        'The campaign Autumn list changed the content of the pages of 3 people.',
        'Kim created the page Pricing.',
        'The campaign Autumn list archived the pages of 3 people.',
      ],
    ]);
  });

  test('of its own for the page of one person', async () => {
    const messages = await channel(['page_link.created']);
    const campaign = await newCampaign({ name: 'Autumn list' }, pageId);
    const [made] = await write(campaign, people(1));
    expect(await messages()).toEqual([[expect.stringContaining(`created the link ${made?.path}.`)]]);
  });
});

test('a program gets each event of a campaign, with who sent the rows', async () => {
  const webhook = await newWebhook({ types: ['audience.created'] });
  const campaign = await newCampaign({}, pageId);
  await write(campaign, people(3));
  receiver.received.length = 0;
  while ((await run(webhook))?.hasMore);
  const actors = receiver.received.map(
    ({ body }) => (JSON.parse(body) as { data: { actor: object } }).data.actor,
  );
  expect(actors).toEqual(
    Array(3).fill({ type: 'api_key', apiKeyId: expect.any(String), name: expect.any(String) }),
  );
});
