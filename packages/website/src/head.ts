import type { Metadata } from './answer.ts';
import { attributes, safeAddress, text } from './html.ts';
import type { Words } from './words.ts';

/** A text with line breaks, as `text` with `<br>`. */
export const lines = (value: unknown): string => text(value).replace(/\r?\n/g, '<br>');

/** The words that the head of a document has. */
export type HeadWords = Pick<Words, 'title' | 'description' | 'robots' | 'content'>;

/** A tag of a document's head. */
export interface HeadTag {
  tag: 'title' | 'meta' | 'link';
  attributes: Record<string, string>;
  /** What stands in it: of a title. */
  text?: string;
}

/** The fields of metadata that are a meta tag, with its name where it is another. */
const metas =
  'author,keywords,themeColor=theme-color,ogTitle=og:title,ogDescription=og:description,ogType=og:type,ogUrl=og:url,' +
  'ogImageUrl=og:image,ogImageAlt=og:image:alt,ogSiteName=og:site_name,twitterCard=twitter:card,' +
  'twitterTitle=twitter:title,twitterDescription=twitter:description,twitterImageUrl=twitter:image,' +
  'twitterImageAlt=twitter:image:alt,twitterSite=twitter:site,twitterCreator=twitter:creator';

/** The tags of the document's head: title, description, robots, canonical address, Open Graph. Those without words are left out. */
export function headOf({ title, description, robots, content }: HeadWords): HeadTag[] {
  const metadata = content?.metadata ?? ({} as Partial<Metadata>);
  const tags: HeadTag[] = title ? [{ tag: 'title', attributes: {}, text: title }] : [];
  const add = (name: string, value: string) => {
    const kind = name.startsWith('og:') ? 'property' : 'name';
    if (value) tags.push({ tag: 'meta', attributes: { [kind]: name, content: value } });
  };
  add('description', description);
  add('robots', robots);
  const href = safeAddress(metadata.canonicalUrl);
  if (href && typeof href === 'string') tags.push({ tag: 'link', attributes: { rel: 'canonical', href } });
  for (const meta of metas.split(',')) {
    const [field = '', name = field] = meta.split('=');
    const value = [metadata[field] ?? ''].flat().join(', ');
    add(name, field.endsWith('Url') ? safeAddress(value) : value);
  }
  return tags;
}

/** A tag of the document's head as HTML. */
export const headTag = ({ tag, attributes: of, text: within }: HeadTag): string =>
  `<${tag}${attributes(of)}>${within === undefined ? '' : `${text(within)}</${tag}>`}`;

/** The tags of the document's head as HTML. */
export const headTags = (words: HeadWords): string => headOf(words).map(headTag).join('');
