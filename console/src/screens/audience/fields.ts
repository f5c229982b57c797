import type { Metadata } from '@footfall/client';

/** Metadata that can be set: all but the four fields of images, which the service does not have yet. */
export type MetadataField = Exclude<
  keyof Metadata,
  'ogImageUrl' | 'ogImageFileId' | 'twitterImageUrl' | 'twitterImageFileId'
>;
export type FieldId =
  | MetadataField
  | 'customName'
  | 'actionUrl'
  | 'actionFormId'
  | 'actionFormInstructions'
  | 'supplementaryContext';

/** A field of an audience: what it is called, and how it is written. */
export interface WordField {
  id: FieldId;
  label: string;
  hint?: string;
  /** The lines of its control; 1 if nothing is given. */
  lines?: number;
  options?: readonly { value: string; label: string }[];
  /** Its path in the body of a request, and in problems. */
  path: string;
}

/** A group of fields. `main` is always shown, the others unfold. */
export interface FieldGroup {
  title: string;
  fields: WordField[];
}

const meta = (id: MetadataField, label: string, rest: Partial<WordField> = {}): WordField => ({
  id,
  label,
  path: `metadataOverride.${id}`,
  ...rest,
});
const same = (...values: string[]) => values.map((value) => ({ value, label: value }));

/** The name, which only users of the console see. */
export const nameField: WordField = {
  id: 'customName',
  label: 'Name',
  hint: 'Only you and your colleagues see it.',
  path: 'customName',
};

/** What a website shows, or makes its words from. */
export const mainFields: WordField[] = [
  meta('title', 'Title'),
  meta('description', 'Description', { lines: 3 }),
  {
    id: 'actionUrl',
    label: 'Button leads to',
    hint: 'A web address, mailto: or tel:',
    path: 'actionUrlOverride',
  },
  {
    id: 'supplementaryContext',
    label: 'Context',
    hint: 'What the website should know about these visitors. Each version keeps its own.',
    lines: 5,
    path: 'supplementaryContext',
  },
];

/** Fields that few audiences set. */
export const moreGroups: FieldGroup[] = [
  {
    title: 'Form',
    fields: [
      { id: 'actionFormId', label: 'Form', hint: 'Its id on the website.', path: 'actionFormIdOverride' },
      {
        id: 'actionFormInstructions',
        label: 'Form instructions',
        lines: 4,
        path: 'actionFormInstructionsOverride',
      },
    ],
  },
  {
    title: 'Search engines',
    fields: [
      meta('robots', 'Robots', {
        options: [
          { value: 'index\nfollow', label: 'Show and follow links' },
          { value: 'noindex', label: 'Hide' },
          { value: 'noindex\nnofollow', label: 'Hide, and follow no links' },
        ],
      }),
      meta('keywords', 'Keywords', { lines: 3, hint: 'One a line.' }),
      meta('author', 'Author'),
      meta('canonicalUrl', 'Canonical address'),
    ],
  },
  {
    title: 'When shared',
    fields: [
      meta('ogTitle', 'Title when shared'),
      meta('ogDescription', 'Description when shared', { lines: 3 }),
      meta('ogImageAlt', 'Image description'),
      meta('ogSiteName', 'Site name'),
      meta('ogUrl', 'Address when shared'),
      meta('ogType', 'Type', {
        options: same(
          ...['website', 'article', 'book', 'profile', 'payment.link', 'music.song', 'music.album'],
          ...['music.playlist', 'music.radio_station', 'video.movie', 'video.episode', 'video.tv_show'],
          'video.other',
        ),
      }),
      meta('themeColor', 'Theme colour'),
    ],
  },
  {
    title: 'When shared on X',
    fields: [
      meta('twitterTitle', 'Title on X'),
      meta('twitterDescription', 'Description on X', { lines: 3 }),
      meta('twitterImageAlt', 'Image description on X'),
      meta('twitterCard', 'Card', { options: same('summary', 'summary_large_image', 'app', 'player') }),
      meta('twitterSite', 'Account of the site'),
      meta('twitterCreator', 'Account of the author'),
    ],
  },
];

/** All fields that a website gets, in the order in which they are shown. */
export const contentFields: WordField[] = [...mainFields, ...moreGroups.flatMap(({ fields }) => fields)];
/** All fields that can be written. */
export const allFields: WordField[] = [nameField, ...contentFields];
