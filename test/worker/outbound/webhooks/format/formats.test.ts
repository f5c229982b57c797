import { Webhook } from 'standardwebhooks';
import type { Format } from '../../../../../src/outbound/webhooks/format/formats.ts';
import { origin, prepareChannels, spoken } from '../../../support/channels.ts';
import { newPage } from '../../../support/pages.ts';
import { run, tell } from '../../../support/webhooks.ts';

const receiver = prepareChannels();

describe('the whole body of a message', () => {
  const body = async (format: Format) => {
    const { pageId } = await newPage({ title: 'R&D <2>' });
    const webhook = await spoken(format);
    await tell([{ type: 'page.created', subject: pageId, actor: { type: 'api_key', name: 'CRM' } }]);
    await run(webhook);
    const [request] = receiver.received;
    expect(new Webhook(webhook.secret).verify(request?.body ?? '', request?.headers ?? {})).toBeDefined();
    return { sent: JSON.parse(request?.body ?? ''), url: `${origin}/console/#/pages/${pageId}` };
  };

  test('of Slack', async () => {
    const { sent, url } = await body('slack');
    expect(sent).toEqual({
      text: `The key “CRM” created the page “R&amp;D &lt;2&gt;”. <${url}|Open in Footfall>`,
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'The key “CRM” created the page “R&D <2>”. ' },
                { type: 'link', url, text: 'Open in Footfall' },
              ],
            },
          ],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  test('of Teams', async () => {
    const { sent, url } = await body('teams');
    expect(sent).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [{ type: 'TextRun', text: 'The key “CRM” created the page “R&D <2>”.' }],
              },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in Footfall', url }],
          },
        },
      ],
    });
  });
});
