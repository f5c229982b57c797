import {
  ifMatch,
  type Page,
  type PageField,
  type PageFieldInput,
  type PageRead,
  type PageUpdate,
  updatePage,
} from '@footfall/client';
import { askResponse, type Match, orReadAgain, type Read } from '../../data/api.ts';
import { patch, refetch } from '../../data/query.ts';
import { describeProblem } from '../../lib/problem.ts';
import { announce, toast } from '../../lib/toasts.ts';
import { defaultText, imageIn, imageText, ownValue } from '../audience/words.ts';
import { moved } from '../topics/data.ts';

/** The kinds of fields, as a person knows them. */
export const kinds: Record<PageField['kind'], string> = {
  text: 'Text',
  long: 'Text with line breaks',
  link: 'Link',
  image: 'Image',
  list: 'List',
};

/** What each field of the form is called. */
export const labels = {
  label: 'Name',
  name: 'Name in the code',
  kind: 'Kind',
  default: 'Default',
  alt: 'Description of the default image',
  maxLength: 'Most characters',
  help: 'Help for who writes',
};
/** The texts of the form of a field. */
export type FieldTexts = Record<keyof typeof labels, string>;

/** A field as texts. */
export function textsOf(field: PageField): FieldTexts {
  const { name, label, kind, maxLength, help } = field;
  const text = defaultText(field);
  const { url, alt } = kind === 'image' ? imageIn(text) : { url: text, alt: '' };
  return { name, label, kind, default: url, alt, maxLength: String(maxLength), help };
}

/** The texts of a form as the service takes them. */
export function inputOf({
  name,
  label,
  kind: given,
  default: text,
  alt,
  maxLength,
  help,
}: FieldTexts): PageFieldInput {
  const kind = given as PageField['kind'];
  const usual = kind === 'image' ? imageText({ url: text, alt }) : text;
  return {
    name,
    label,
    kind,
    help,
    default: usual.trim() ? ownValue(kind, usual) : null,
    ...(maxLength && { maxLength: Number(maxLength) }),
  };
}

const declaredOf = (field: PageField): PageFieldInput => inputOf(textsOf(field));

/** The fields of a page that are not removed. */
export const usedIn = ({ fields }: Page): PageField[] => fields.filter(({ removedAt }) => removedAt === null);
/** The fields that were removed from a page, and not discarded. */
export const removedFrom = ({ fields }: Page): PageField[] =>
  fields.filter(({ removedAt }) => removedAt !== null);

/** The day on which a visit last found a field on the page, by its name. */
export const foundOn = ({ foundFields }: PageRead, name: string): string | undefined =>
  foundFields.find((found) => found.name === name)?.lastSeenOn;

/** What visits have found on a page that it has no field for, removed ones included. */
export const undeclaredOn = ({ fields, foundFields }: PageRead): PageRead['foundFields'] =>
  foundFields.filter(({ name }) => !fields.some((field) => field.name === name));

/** The three fields of the example. */
export const example: PageFieldInput[] = [
  {
    name: 'hero',
    label: 'Headline',
    kind: 'text',
    maxLength: 80,
    help: 'The first thing that visitors read.',
  },
  {
    name: 'button',
    label: 'Button',
    kind: 'text',
    maxLength: 30,
    help: 'What it does, in two or three words.',
  },
  {
    name: 'reasons',
    label: 'Reasons',
    kind: 'list',
    maxLength: 120,
    help: 'Why these visitors should stay.',
  },
];

/** A name for the code, from the name that people read: `heroText` for "Hero text". */
export function nameFor(label: string): string {
  const words =
    label
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/ß/g, 'ss')
      // A name begins with a letter.
      .replace(/^[^a-z]+/i, '')
      .match(/[a-z0-9]+/gi) ?? [];
  const name = words
    .map((word, index) => {
      const small = word.toLowerCase();
      return index === 0 ? small : `${small.charAt(0).toUpperCase()}${small.slice(1)}`;
    })
    .join('');
  return name.slice(0, 50);
}

/** The name that people read, from a name in the code: "Hero text" for `heroText`. */
export function labelFor(name: string): string {
  const words = name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The markup that shows a field on a website which fills it by its name. */
export function markupOf({ name, kind }: Pick<PageField, 'name' | 'kind'>, index: number): string {
  const named = `data-footfall="${name}"`;
  if (kind === 'image') return `<img ${named}>`;
  if (kind === 'list') return `<ul ${named}><li></li></ul>`;
  const tag = kind === 'link' ? 'a' : kind === 'long' ? 'p' : index === 0 ? 'h1' : 'span';
  return `<${tag} ${named}></${tag}>`;
}

/** Changes the page as it was read. Others see the answer at once. */
async function change(pageId: string, match: Match, body: PageUpdate): Promise<Match> {
  const { data, response } = await askResponse(updatePage, {
    path: { page_id: pageId },
    body,
    headers: match,
  });
  const now = ifMatch(response);
  patch<Read<PageRead>>('page-fields', (shown) =>
    shown.data.pageId === pageId ? { data: { ...shown.data, ...data }, match: now } : shown,
  );
  return now;
}

/** Gives a page other fields. Those that are missing are removed. */
export const saveFields = ({ data, match }: Read<Page>, fields: PageFieldInput[]): Promise<Match> =>
  orReadAgain(change(data.pageId, match, { fields }));

/** A name that people read and no other field of the page has: "Headline 2" where there is a "Headline". */
export function freeLabel(label: string, others: Pick<PageField, 'label'>[]): string {
  const taken = new Set(others.map((other) => other.label.toLowerCase()));
  const asked = label.trim();
  for (let number = 1; ; number++) {
    const free = number === 1 ? asked : `${asked} ${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** Adds a field, or one that was removed, behind the others. */
export function addFields(read: Read<Page>, ...fields: PageFieldInput[]): Promise<Match> {
  const used = usedIn(read.data);
  const added = fields.map((field) => ({ ...field, label: freeLabel(field.label, used) }));
  return saveFields(read, [...used.map(declaredOf), ...added]);
}

/** Brings a removed field back, with what audiences have written. */
export const restoreField = (read: Read<Page>, field: PageField): Promise<Match> =>
  addFields(read, declaredOf(field));

/** Takes a field from a page. */
export const removeField = (read: Read<Page>, { name }: PageField): Promise<Match> =>
  saveFields(
    read,
    usedIn(read.data)
      .filter((field) => field.name !== name)
      .map(declaredOf),
  );

/** Forgets a removed field, and what audiences have written in it. */
export const discardField = ({ data, match }: Read<Page>, { name }: PageField): Promise<Match> =>
  orReadAgain(change(data.pageId, match, { discardFields: [name] }));

/** Changes a field where it stands. */
export const changeField = (
  page: Page,
  name: string,
  changed: { [Key in keyof PageFieldInput]?: PageFieldInput[Key] | undefined },
  match: Match,
): Promise<Match> => {
  const others = usedIn(page).filter((field) => field.name !== name);
  const label = changed.label && { label: freeLabel(changed.label, others) };
  return change(page.pageId, match, {
    fields: page.fields
      .filter((field) => field.removedAt === null || field.name === name)
      .map((field) =>
        field.name === name
          ? ({ ...declaredOf(field), ...changed, ...label } as PageFieldInput)
          : declaredOf(field),
      ),
  });
};

/** The last move that has no answer yet: the next one is made to the state after it. */
let moving: Promise<Match> | undefined;

/** Moves a field, and shows it at once. If the service refuses it, the list is as before, which is said. */
export async function moveField(
  { data: page, match }: Read<PageRead>,
  from: number,
  to: number,
): Promise<void> {
  const fields = moved(usedIn(page), from, to);
  const back = patch<Read<PageRead>>('page-fields', (shown) =>
    shown.data.pageId === page.pageId
      ? { ...shown, data: { ...page, fields: [...fields, ...removedFrom(page)] } }
      : shown,
  );
  const before = moving ?? Promise.resolve(match);
  const done = before.then((last) => change(page.pageId, last, { fields: fields.map(declaredOf) }));
  moving = done;
  try {
    await done;
    announce(`${fields[to]?.label} is number ${to + 1} of ${fields.length} now`);
  } catch (error) {
    back();
    toast(`The order stayed as it was. ${describeProblem(error).title}.`);
  } finally {
    // What comes after it loads the list.
    if (moving === done) {
      moving = undefined;
      refetch();
    }
  }
}
