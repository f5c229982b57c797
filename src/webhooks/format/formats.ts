import type { Said } from './sentence.ts';

/** The formats of webhooks. `json` is the event itself; the others are sentences for a channel. */
export const formats = ['json', 'slack', 'teams'] as const;
export type Format = (typeof formats)[number];
/** A format of sentences. */
export type SpokenFormat = Exclude<Format, 'json'>;

const open = 'Open in Footfall';

/** What Slack takes for text, and not for links, mentions or entities. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * A message of Slack. A `text` element is shown as it is, without markup; the other text is for notifications. A link in
 * a name, which anyone may have sent in a form, must not show a picture.
 */
const slack = (text: string, url: string | undefined) => ({
  text: `${escaped(text)}${url === undefined ? '' : ` <${escaped(url)}|${open}>`}`,
  blocks: [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements:
            url === undefined
              ? [{ type: 'text', text }]
              : [
                  { type: 'text', text: `${text} ` },
                  { type: 'link', url, text: open },
                ],
        },
      ],
    },
  ],
  unfurl_links: false,
  unfurl_media: false,
});

/** A message of Teams. Of the elements of a card, a TextRun is the one whose text is no Markdown. */
const teams = (text: string, url: string | undefined) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: text
          .split('\n')
          .map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] })),
        actions: url === undefined ? [] : [{ type: 'Action.OpenUrl', title: open, url }],
      },
    },
  ],
});

const messages = { slack, teams } satisfies Record<SpokenFormat, unknown>;

/** The body that a channel takes. `origin` is that of the console; without it there is no link. */
export const bodyOf = (format: SpokenFormat, { text, at }: Said, origin: string | null): string =>
  JSON.stringify(
    messages[format](text, at === undefined || origin === null ? undefined : `${origin}/console/#${at}`),
  );
