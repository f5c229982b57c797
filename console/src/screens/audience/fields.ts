import type { Metadata, Page, PageField } from '@footfall/client';

/** Metadata that can be set: all but the four fields of images, which the service does not have yet. */
export type MetadataField = Exclude<
  keyof Metadata,
  'ogImageUrl' | 'ogImageFileId' | 'twitterImageUrl' | 'twitterImageFileId'
>;
/** A field that every page has. */
export type FixedId =
  | MetadataField
  | 'customName'
  | 'actionUrl'
  | 'actionFormId'
  | 'actionFormInstructions'
  | 'supplementaryContext';
/** A field that a page declares. */
export type OwnId = `fields.${string}`;
export type FieldId = FixedId | OwnId;

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

/** A field of every page. */
export interface FixedField extends WordField {
  id: FixedId;
}

/** A field that the page declares. */
export interface OwnField extends WordField {
  id: OwnId;
  kind: PageField['kind'];
  /** The most characters of the text, of a line of a list, or of the text of an image. */
  most: number;
}

/** A group of fields. `main` is always shown, the others unfold. */
export interface FieldGroup {
  title: string;
  fields: FixedField[];
}

const meta = (id: MetadataField, label: string, rest: Partial<Omit<WordField, 'id'>> = {}): FixedField => ({
  id,
  label,
  path: `metadataOverride.${id}`,
  ...rest,
});
const same = (...values: string[]) => values.map((value) => ({ value, label: value }));

/** The name, which only users of the console see. */
export const nameField: FixedField = {
  id: 'customName',
  label: 'Name',
  hint: 'Only you and your colleagues see it.',
  path: 'customName',
};

/** What a website shows, or makes its words from. */
export const mainFields: FixedField[] = [
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

/** What every website gets, in the order in which it is shown. */
export const fixedFields: FixedField[] = [...mainFields, ...moreGroups.flatMap(({ fields }) => fields)];

/** The lines of the control of each kind. */
const linesOf: Partial<Record<PageField['kind'], number>> = { long: 4, list: 4 };

const prefix = 'fields.';
/** The id of the field that a page declares by a name. */
export const ownId = (name: string): OwnId => `${prefix}${name}`;
/** Whether the page has declared the field. */
export const isOwn = (id: string): id is OwnId => id.startsWith(prefix);
/** The name of a field that a page has declared. */
export const ownName = (id: OwnId): string => id.slice(prefix.length);

const ownFieldOf = ({ name, label, kind, maxLength: most, help }: PageField): OwnField => {
  const hint = [help, kind === 'list' && 'One a line.'].filter(Boolean).join(' ');
  const lines = linesOf[kind];
  return {
    id: ownId(name),
    label,
    kind,
    most,
    path: `fieldOverrides.${name}`,
    ...(hint && { hint }),
    ...(lines && { lines }),
  };
};

/** The fields that a page declares, without those that were removed. */
export const ownFields = ({ fields }: Pick<Page, 'fields'>): OwnField[] =>
  fields.filter(({ removedAt }) => removedAt === null).map(ownFieldOf);

/** A field that a page declares, has removed, or does not know any more. */
export function ownField({ fields }: Pick<Page, 'fields'>, id: OwnId): OwnField {
  const name = ownName(id);
  const unknown = { name, label: name, kind: 'text', maxLength: 1000, help: '' } as const;
  return ownFieldOf(
    fields.find((field) => field.name === name) ?? { ...unknown, default: '', removedAt: null },
  );
}

/** The removed fields of a page in which an audience has a text. */
export const removedIn = (page: Pick<Page, 'fields'>, overrides: object): PageField[] =>
  page.fields.filter(({ name, removedAt }) => removedAt !== null && Object.hasOwn(overrides, name));

/** What is shown without unfolding: the fields of the page, and what every page has. */
export const firstFields = (page: Pick<Page, 'fields'>): WordField[] => [...ownFields(page), ...mainFields];
