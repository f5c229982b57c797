// HTMLRewriter of Cloudflare Workers, as far as it is used: the package has no types of Workers.

/** Says that a text is HTML, which is written as it is. */
export const asHtml = { html: true } as const;
export type Put = (html: string, as: typeof asHtml) => void;

export interface EndTag {
  readonly name: string;
  before: Put;
}
/** An element, as `HTMLRewriter` of Workers has it. Attributes are as they are written, and are written as they are. */
export interface Element {
  readonly tagName: string;
  readonly attributes: Iterable<[name: string, value: string]>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  before: Put;
  prepend: Put;
  setInnerContent: Put;
  remove(): void;
  removeAndKeepContent(): void;
  onEndTag(run: (tag: EndTag) => void): void;
}
interface Handlers {
  element?(element: Element): void;
  text?(chunk: { readonly text: string; remove(): void }): void;
  comments?(comment: { remove(): void }): void;
}
interface Rewriter {
  on(selector: string, handlers: Handlers): Rewriter;
  onDocument(handlers: { end(document: { append: Put }): void }): Rewriter;
  transform(response: Response): Response;
}
declare const HTMLRewriter: new () => Rewriter;

/** What rewrites HTML as it streams. Throws where there is no `HTMLRewriter`. */
export const newRewriter = (): Rewriter => new HTMLRewriter();

/** Calls a function at the end tag of an element. False if it has none, as `<br>`, or `<path/>` in SVG. */
export function atEnd(element: Element, run: (tag: EndTag) => void): boolean {
  try {
    element.onEndTag(run);
    return true;
  } catch {
    return false;
  }
}
