/** What a field has: a text or an address, an image, or a list of texts. */
export type Field = string | { url: unknown; alt: unknown } | unknown[];

/** Elements in which text is code, another document, or not shown. */
const closed =
  /^(html|head|body|title|script|style|textarea|xmp|iframe|noembed|noframes|noscript|template|object|select|table|tbody|thead|tfoot|tr|colgroup|area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|frameset|plaintext)$/;
const holdsText = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && !closed.test(element.localName);

/** A text, whose line breaks are elements. */
const linesOf = (text: string): Node[] =>
  text
    .split(/\r\n?|\n/)
    .flatMap((line, place) => [
      ...(place ? [document.createElement('br')] : []),
      document.createTextNode(line),
    ]);

const isImageAddress = (value: unknown): value is string => {
  try {
    return (
      typeof value === 'string' && value !== '' && /^https?:$/.test(new URL(value, location.href).protocol)
    );
  } catch {
    return false;
  }
};

/** Gives an element the words of its field: always as text. What does not fit stays as it is. */
export function fill(element: Element, value: Field | undefined): void {
  if (typeof value === 'string') {
    if (/^a(rea)?$/.test(element.localName) && /^(https?:\/\/|mailto:|tel:)\S+$/i.test(value))
      element.setAttribute('href', value);
    else if (value && holdsText(element)) element.replaceChildren(...linesOf(value));
  } else if (Array.isArray(value)) {
    const pattern = element.firstElementChild;
    const texts = value.filter((one) => typeof one === 'string');
    if (!texts[0] || !holdsText(element) || !holdsText(pattern)) return;
    element.replaceChildren(
      ...texts.map((text, place) => {
        const item = pattern.cloneNode() as Element;
        if (place) item.removeAttribute('id');
        item.append(text);
        return item;
      }),
    );
  } else if (value && element.localName === 'img' && isImageAddress(value.url)) {
    element.removeAttribute('srcset');
    element.removeAttribute('sizes');
    element.setAttribute('alt', (value.alt ?? '') as string);
    element.setAttribute('src', value.url);
  }
}

/** What an answer says of the head of a document. */
interface Head {
  title?: string;
  url?: string;
  metadata: Record<string, unknown>;
}

/** Writes title, description, robots and canonical address: what search engines read of a page that has run its scripts. */
export function fillHead({ metadata, ...usual }: Head, isHidden: boolean): void {
  // Where nobody has written a title or an address, they are the name and the URL of the page in Footfall.
  const title = metadata.title !== usual.title && metadata.title;
  const canonicalUrl = metadata.canonicalUrl !== usual.url && metadata.canonicalUrl;
  const { description } = metadata;
  const robots = [metadata.robots ?? [], isHidden ? 'noindex' : []].flat().join(', ');
  if (title) document.title = title as string;
  const put = (tag: string, kind: string, name: string, attribute: string, value: unknown) => {
    if (!value) return;
    const there = document.head.querySelector(`${tag}[${kind}="${name}" i]`) ?? document.createElement(tag);
    there.setAttribute(attribute, value as string);
    if (there.isConnected) return;
    there.setAttribute(kind, name);
    document.head.append(there);
  };
  put('meta', 'name', 'description', 'content', description);
  put('meta', 'name', 'robots', 'content', robots);
  put('link', 'rel', 'canonical', 'href', canonicalUrl);
}
