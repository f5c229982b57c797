// Templates and paths as docs/developers/campaigns.md describes them, in the simplest way. It shares no code with src/.

/** What an audience says: a title, a context, the field `head` of the page, and the URL of its action. */
export type Said = Partial<Record<'title' | 'context' | 'head' | 'url', string>>;
export type Columns = Record<string, string>;

/** Values of the column `first`, and what each is in a path. */
export const firsts: Record<string, string> = {
  Anna: 'anna',
  'anna!': 'anna',
  'An\u00adna\u3164': 'anna',
  Zoë: 'zoe',
  '../../a b': 'a-b',
  王伟: '王伟',
  '…': '',
  '   ': '',
  '\u200b': '',
};
/** Values that somebody may send who means harm. */
export const odd = [
  '',
  '  ',
  '\u3164',
  '{{secret}}',
  '{{x|y}}',
  '"\'\\',
  '$& $1',
  '__proto__',
  '👩🏽‍🚀',
  'one\ntwo',
  '<b>',
  ' spaces ',
  'x'.repeat(45),
  'y'.repeat(400),
  '字'.repeat(2000),
];

const isBlank = (value: string) => value.replaceAll(/[\s\u200b\u3164\u00ad]/g, '') === '';

/** A text with its values; null if one is missing. */
function filled(template: string, columns: Columns, spell = (value: string) => value): string | null {
  let isMissing = false;
  const text = template.replaceAll(/\{\{(\w+)(?:\|(\w*))?\}\}/g, (_, name: string, other?: string) => {
    const given = Object.entries(columns).find(([column]) => column === name)?.[1] ?? '';
    if (isBlank(given)) isMissing ||= other === undefined;
    return spell(isBlank(given) ? (other ?? '') : given.trim());
  });
  return isMissing ? null : text;
}

/** What a page has that bounds its words. */
export interface Bounds {
  hasHead: boolean;
}
export const longestHead = 40;

/** The words of a row, or the status that refuses it. */
export function wordsOf(template: Said, columns: Columns, { hasHead }: Bounds): Said | 400 | 422 {
  const words: Said = {};
  for (const [name, text] of Object.entries(template) as [keyof Said, string][]) {
    const said = filled(text, columns, name === 'url' ? encodeURIComponent : undefined);
    if (said === null) return 400;
    words[name] = said;
  }
  const lengthOf = (text = '') => [...text].length;
  const { title, context, head, url } = words;
  if (title?.includes('\n') || lengthOf(title) > 300 || lengthOf(context) > 10_000) return 400;
  if (lengthOf(url) > 2048 || lengthOf(head) > 10_000) return 400;
  if (head && (!hasHead || head.includes('\n') || lengthOf(head) > longestHead)) return 422;
  return words;
}

/** The path of a row; null if a value is missing. */
export function pathOf(template: string, columns: Columns): string | null {
  const slugs = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, firsts[value] ?? value.toLowerCase()]),
  );
  const path = filled(template, slugs);
  return path?.replaceAll(/\/+$/g, '') ?? null;
}

/** The words in the form of the API. */
export const toWords = ({ title, context, head, url }: Said) => ({
  ...(title !== undefined && { metadataOverride: { title } }),
  ...(head !== undefined && { fieldOverrides: { head } }),
  ...(url !== undefined && { actionUrlOverride: url }),
  ...(context !== undefined && { supplementaryContext: context }),
});

/** Templates of words and of paths. */
export const templates: Said[] = [
  { title: 'Hi {{first|you}}' },
  { title: '{{secret}}', context: 'About {{secret}} and {{odd|x}}' },
  { head: '{{odd|none}}', title: 'T {{name}}' },
  { url: 'https://x.example/?q={{secret}}{{odd|}}', context: '{{odd|}}' },
  { context: '{{first}} {{odd}}' },
  {},
  { title: '{{odd|}}', head: '{{secret}}' },
];
export const paths = ['/c/{{first}}', '/c/{{first|you}}', '/c/{{first}}/{{topic|x}}', '/c'];
