import type { Field, Image } from './answer.ts';
import { type HeadTag, headOf, headTag, lines } from './head.ts';
import { safeAddress, scriptTag, text } from './html.ts';
import { asHtml, atEnd, type Element, newRewriter, type Put } from './rewriter.ts';
import type { Words } from './words.ts';

/** Elements in which text is code, another document, or not shown. */
const closed =
  /^(html|head|body|title|script|style|textarea|xmp|iframe|noembed|noframes|noscript|template|object|select|table|tbody|thead|tfoot|tr|colgroup|svg|math|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|frameset|plaintext)$/;

/** Elements that end a paragraph where they begin: none of them may be within it (HTML, 13.1.2.4). */
const block =
  /^(address|article|aside|blockquote|details|dialog|div|dl|fieldset|fig.*|footer|form|h[1-6r]|header|hgroup|main|menu|nav|ol|p|pre|section|table|ul|li|d[dt]|t[dhr]|tbody|tfoot)$/;
/** Start tags that end an element whose end tag may be left out (HTML, 13.1.2.4), and what else begins no element within. */
const endedBy: Record<string, RegExp> = {
  p: block,
  li: /^li$/,
  dt: /^d[dt]$/,
  dd: /^d[dt]$/,
  td: /^t[dhr]$/,
  th: /^t[dhr]$/,
  a: /^a$/,
  button: /^button$/,
};

/** Elements whose items and cells end none around them. */
const container = /^(ul|ol|menu|dl|table)$/;

/** An element whose own words go. */
interface Emptied {
  tagName: string;
  /** The texts of a list, until its first element has become the pattern of all. */
  texts?: readonly string[] | undefined;
  /** Text before that element: it goes if there is one, and stays if there is none. */
  held: string;
  /** Whether an element within had no end tag, so that the one of an element around has gone with it. */
  isEndLost: boolean;
  /** How many lists and tables within it are open. */
  inner: number;
}

/** Whether a tag of the head says no more than a page without it. */
const isUsual = ({ attributes: { property, name, content } }: HeadTag) =>
  (property === 'og:type' && content === 'website') || (name === 'twitter:card' && content === 'summary');

type Filling = Pick<Words, 'title' | 'description' | 'robots' | 'content' | 'tag'>;

/**
 * The words without what nobody has written: where a page has no title and no address of its own in its metadata, the
 * service answers its name and its URL. The page in HTML has better ones.
 */
function written(words: Filling): Filling {
  const { content } = words;
  if (!content) return words;
  const own = Object.entries(content.metadata).filter(
    ([, value]) => value !== content.title && value !== content.url,
  );
  const metadata = Object.fromEntries(own) as typeof content.metadata;
  return {
    ...words,
    title: words.title === content.title ? '' : words.title,
    content: { ...content, metadata },
  };
}

/** A page of HTML with words: in each `data-footfall` element, and in the head, where what is missing is added. */
export function filled(page: Response, all: Filling): Response {
  const words = written(all);
  const isUtf8 = /charset="?utf-?8/i.test(page.headers.get('content-type') ?? '');
  // Without a charset in the header field, the document itself may say another than UTF-8.
  const put = (html: string) =>
    isUtf8 ? html : html.replace(/[^\0-\x7f]/gu, (one) => `&#${one.codePointAt(0)};`);
  const tags = headOf(words).filter((tag) => tag.tag !== 'title' && !isUsual(tag));
  const missing = new Set(tags);
  const fields = words.content?.fields ?? {};
  let hasTitle = false;
  let isHead = true;
  /** Whether the title that comes is one of a picture. */
  let isOfPicture = false;
  let emptied: Emptied | undefined;
  const endHead = (before: Put) => {
    if (isHead) before(put([...missing].map(headTag).join('') + scriptTag(words)), asHtml);
    isHead = false;
  };

  /** Takes away what is in an element. False if it has no end tag. */
  const empty = (element: Element, texts?: readonly string[]) => {
    const own: Emptied = { tagName: element.tagName, texts, held: '', isEndLost: false, inner: 0 };
    const hasEnd = atEnd(element, (end) => {
      if (own.isEndLost) end.before(`</${end.name}>`, asHtml);
      if (emptied !== own) return;
      if (own.texts) end.before(own.held, asHtml);
      emptied = undefined;
    });
    if (hasEnd) emptied = own;
    return hasEnd;
  };

  const fill = (element: Element, field: Field) => {
    const { tagName } = element;
    const set = (name: string, value: string) => element.setAttribute(name, put(text(value)));
    if (typeof field === 'string') {
      if (/^a(rea)?$/.test(tagName) && /^(https?:\/\/|mailto:|tel:)\S+$/i.test(field)) set('href', field);
      else if (field && !closed.test(tagName) && empty(element)) element.prepend(put(lines(field)), asHtml);
    } else if (Array.isArray(field)) {
      const texts = field.filter((one) => typeof one === 'string');
      if (texts[0] && !closed.test(tagName)) empty(element, texts);
    } else if (tagName === 'img' && typeof (field as Image | null)?.url === 'string') {
      const { url, alt } = field as Image;
      if (!url || !safeAddress(url) || /^\s*(mailto|tel):/i.test(url)) return;
      element.removeAttribute('srcset');
      element.removeAttribute('sizes');
      set('src', url);
      set('alt', alt);
    }
  };

  /** Whether an element goes with the own words around it. The first of a list is the pattern of what stands there then. */
  const goes = (element: Element): boolean => {
    const { tagName } = element;
    if (!emptied) return false;
    const { texts } = emptied;
    if ((!emptied.inner && endedBy[emptied.tagName]?.test(tagName)) || (texts && closed.test(tagName))) {
      if (texts) element.before(emptied.held, asHtml);
      emptied = undefined;
      return false;
    }
    if (texts) {
      const attributes = [...element.attributes].map(
        ([name, value]) => [name, ` ${name}="${value.replaceAll('"', '&quot;')}"`] as const,
      );
      const startTag = (isFirst: boolean) =>
        // An id is of one element only.
        `<${tagName}${attributes.map(([name, written]) => (isFirst || name !== 'id' ? written : '')).join('')}>`;
      const items = texts.map((one, place) => `${startTag(place === 0)}${put(text(one))}</${tagName}>`);
      element.before(items.join(''), asHtml);
      emptied.texts = undefined;
    }
    const around = emptied;
    element.removeAndKeepContent();
    const depth = container.test(tagName) ? 1 : 0;
    const hasEnd = atEnd(element, ({ name }) => {
      around.isEndLost = name !== tagName;
      around.inner -= depth;
    });
    if (hasEnd) around.inner += depth;
    return true;
  };
  const remove = (part: { readonly text: string; remove(): void }) => {
    if (!emptied) return;
    if (emptied.texts) emptied.held += part.text;
    part.remove();
  };

  // A handler costs 50 µs for each element that it is called for, so none is called for all of them.
  return (
    newRewriter()
      .on('head', {
        element: (head) => void atEnd(head, (end) => endHead((html, as) => end.before(html, as))),
      })
      .on('body', { element: (body) => endHead((html, as) => body.before(html, as)) })
      .on('svg title', {
        element() {
          isOfPicture = true;
        },
      })
      .on('title', {
        element(element) {
          if (isOfPicture) {
            isOfPicture = false;
            return;
          }
          if (words.title && !hasTitle && isHead) element.setInnerContent(put(text(words.title)), asHtml);
          hasTitle = true;
        },
      })
      .on('meta, link', {
        element(element) {
          if (!isHead) return;
          for (const tag of tags) {
            const [[kind, name], [to, value]] = Object.entries(tag.attributes) as [
              [string, string],
              [string, string],
            ];
            if (tag.tag !== element.tagName || element.getAttribute(kind)?.trim().toLowerCase() !== name)
              continue;
            element.setAttribute(to, put(text(value)));
            missing.delete(tag);
          }
        },
      })
      // The tag that is added knows the audience.
      .on('script[src$="/visit.js"]', { element: (script) => words.tag && script.remove() })
      .on('[data-footfall] :not([data-footfall])', { element: (element) => void goes(element) })
      .on('[data-footfall]', {
        element(element) {
          // A document that leaves out the tags of head and body has begun its body by now.
          if (hasTitle) endHead((html, as) => element.before(html, as));
          if (goes(element)) return;
          const name = element.getAttribute('data-footfall') ?? '';
          if (Object.hasOwn(fields, name)) fill(element, fields[name] as Field);
        },
        text: remove,
        comments: (comment) => emptied && comment.remove(),
      })
      .onDocument({
        end(document) {
          if (hasTitle) endHead((html, as) => document.append(html, as));
        },
      })
      .transform(page)
  );
}
