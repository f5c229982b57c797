import type { Words } from './words.ts';

/** A value as text of HTML, or of an attribute in quotation marks. Nothing is `''`. */
export const text = (value: unknown): string =>
  `${value ?? ''}`.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** An address with http, https, mailto or tel, or a relative one. `''` for any other, such as `javascript:`. */
export const safeAddress = <T>(address: T): T | '' =>
  // Browsers ignore white space and control characters in a scheme (WHATWG URL, 4.4). A relative address has no colon before its path.
  /^(https?|mailto|tel):|^[^:]*([/?#]|$)/i.test(`${address}`.replace(/[\0- ]/g, '')) ? address : '';

/** Attributes of a tag, each with a space before it. */
export const attributes = (of: Record<string, string>): string =>
  Object.entries(of)
    .map(([name, value]) => ` ${name}="${text(value)}"`)
    .join('');

/**
 * The script tag of the tracker, for the page, the audience and the version that are shown. `''` for a preview, and where Footfall
 * knows no page. `more` has attributes that are added or replaced, such as a `nonce`.
 */
export const scriptTag = ({ tag }: Pick<Words, 'tag'>, more?: Record<string, string>): string =>
  tag ? `<script async${attributes({ ...tag, ...more })}></script>` : '';
