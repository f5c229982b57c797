import { type EventType, eventTypes } from '../../../../src/vocabulary/events.ts';
import { audienceOf } from '../../support/audiences.ts';
import { newColleague, newVisit, prepareChannels, sectionOf } from '../../support/channels.ts';
import { type Problem, type Reply, send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { ok, once, violationsOf } from '../../support/replies.ts';
import { newWebhook, pathOf, run } from '../../support/webhooks.ts';

const receiver = prepareChannels();

describe('a channel gets no message for each visit', () => {
  const refusal = async (reply: Promise<Reply<Problem>>) => violationsOf(await reply);
  const visits: EventType[] = ['page.created', 'session.started', 'session.engaged'];
  const both = ['body types.1 not_allowed', 'body types.2 not_allowed'];

  test.each(['slack', 'teams'])('of %s', async (format) => {
    const url = 'https://hooks.example/';
    const body = { url, format, types: visits };
    expect(await refusal(once<Problem>('POST', '/v0/webhooks', body))).toEqual(both);
    const program = await newWebhook({ types: visits });
    expect(await refusal(once<Problem>('PATCH', pathOf(program), { format, types: visits }))).toEqual(both);
    // What the other field is stands in the database.
    expect(await refusal(send<Problem>('PATCH', pathOf(program), { format }))).toEqual([
      'body format not_allowed',
    ]);
    const channel = await newWebhook({ format });
    expect(await refusal(send<Problem>('PATCH', pathOf(channel), { types: visits }))).toEqual(both);
    expect(await ok(send('GET', pathOf(program)))).toMatchObject({ format: 'json', types: visits });
    expect(await ok(send('GET', pathOf(channel)))).toMatchObject({ format, types: ['page.created'] });
    await ok(send('PATCH', pathOf(program), { format, types: ['page.created'] }));
    await ok(send('PATCH', pathOf(program), { format: 'json', types: visits }));
  });

  test('a flood of visits with a public key sends it one message for a person and a company a day', async () => {
    const zoe = await newColleague('Northwind Logistics');
    const { pageId } = await newPage();
    const { audienceId } = await audienceOf(pageId, { personId: zoe.personId });
    const channel = await newWebhook({
      format: 'slack',
      types: eventTypes.filter((type) => !type.startsWith('session.')),
    });
    const seen = { audienceId, engagedMs: 60_000, hasInput: true };
    for (let visit = 0; visit < 50; visit++) await newVisit(pageId, seen);
    await run(channel);
    expect(receiver.received).toHaveLength(1);
    const { elements } = sectionOf(receiver.received[0]?.body);
    expect(elements.filter(({ type }) => type === 'link')).toHaveLength(2);
  });
});
