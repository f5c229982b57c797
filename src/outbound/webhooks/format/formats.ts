import type { EventType } from '../../../vocabulary/events.ts';
import type { Said } from './sentence.ts';

/** The formats of webhooks. `json` is the event itself; the others are sentences for a channel. */
export const formats = ['json', 'slack', 'teams'] as const;
export type Format = (typeof formats)[number];
/** A format of sentences. */
type SpokenFormat = Exclude<Format, 'json'>;

const open = 'Open in Footfall';

/** What Slack takes for text, and not for links, mentions or entities. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A sentence, with the address that it leads to. */
interface Line {
  text: string;
  url: string | undefined;
}

/**
 * A message of Slack. A `text` element is shown as it is, without markup; the other text is for notifications. A link in
 * a name, which anyone may have sent in a form, must not show a picture.
 */
const slack = (lines: readonly Line[]) => ({
  text: lines
    .map(({ text, url }) => `${escaped(text)}${url === undefined ? '' : ` <${escaped(url)}|${open}>`}`)
    .join('\n'),
  blocks: [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: lines.flatMap(({ text, url }, place) => {
            const begun = `${place === 0 ? '' : '\n'}${text}`;
            return url === undefined
              ? [{ type: 'text', text: begun }]
              : [
                  { type: 'text', text: `${begun} ` },
                  { type: 'link', url, text: open },
                ];
          }),
        },
      ],
    },
  ],
  unfurl_links: false,
  unfurl_media: false,
});

/** An element of a card of Teams. Of those, a TextRun is the one whose text is no Markdown. */
const block = (...inlines: object[]) => ({
  type: 'RichTextBlock',
  inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })),
});
const opens = (url: string) => ({ type: 'Action.OpenUrl', title: open, url });

/** A message of Teams. A card has six buttons at most, so among several sentences each has its link in the text. */
const teams = (lines: readonly Line[]) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: lines.flatMap(({ text, url }) => [
          ...text.split('\n').map((line) => block({ text: line })),
          ...(url !== undefined && lines.length > 1 ? [block({ text: open, selectAction: opens(url) })] : []),
        ]),
        actions: lines.length > 1 ? [] : lines.flatMap(({ url }) => (url === undefined ? [] : [opens(url)])),
      },
    },
  ],
});

const messages = { slack, teams } satisfies Record<SpokenFormat, unknown>;

/** The most characters of the sentences of a message: Teams takes 28 KB, and Slack some thousand in a block. */
export const longestMessage = 3000;

/** The body that a channel takes, of one sentence or several; with links if `origin`, the console's, is known. */
export const bodyOf = (format: SpokenFormat, said: readonly Said[], origin: string | null): string =>
  JSON.stringify(
    messages[format](
      said.map(({ text, at }) => ({
        text,
        url: at === undefined || origin === null ? undefined : `${origin}/console/#${at}`,
      })),
    ),
  );

/** Types that a channel cannot have: a message for each visit, and whoever has a public key can send visits. */
export const isForPrograms = (name: EventType): boolean => name.startsWith('session.');
/** Why a channel cannot have a type. */
export const forPrograms: string =
  'must not be sent to a channel: it would be a message for each visit, and anyone can send visits';
