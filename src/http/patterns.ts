// Patterns in the OpenAPI document for text in requests, where the service's own rule is more than a pattern. All of
// them are valid in ECMAScript (flags u and v), Java, Python and RE2. So they use no \u, no \p and no look-around,
// and escape [ ] ( ) / - in a class.

const control = String.raw`\x00-\x1F\x7F-\x9F`;
/** Format characters (Cf) of the Basic Multilingual Plane: soft hyphen, zero width, bidi and others. */
const invisible = `${String.raw`\xAD`}\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB`;
const hidden = control + invisible;
/** White space, except control characters. */
const space = String.raw`[^\S${control}]*`;
const line = `[^${control}]*`;

/** Text without control characters. */
export const linePattern = `^${line}$`;

/** Text without control characters, except line breaks and tabs. */
export const multilinePattern = String.raw`^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$`;

const visible = String.raw`${line}[^\s${control}]${line}`;

/** A line with at least one visible character. */
export const namePattern = `^${visible}$`;

/** `namePattern`, or an empty text. */
export const optionalNamePattern = `^(?:${visible})?$`;

const at = '[@\uFF20]';

/** An email address, perhaps with `mailto:` and fields, which are removed. Only `URL` can decide on its host. */
export const emailPattern =
  String.raw`^\s*(?:[Mm][Aa][Ii][Ll][Tt][Oo]:\s*)?[^\s@\uFF20${hidden}]+${at}[^\s@\uFF20?${hidden}]+(?:\?${line})?\s*$`.replaceAll(
    '\\uFF20',
    '\uFF20',
  );

/** A host name, or an address that contains one. Only `URL` can decide which text is one. */
export const domainPattern = String.raw`^${space}[^\s@${hidden}]${line}$`;

const authority = String.raw`[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\/?#@\\\s${control}][^\/?#@\\${control}]*`;

/** An absolute http or https URL without user name. */
export const webUrlPattern = String.raw`^${authority}(?:[\/?#\\]${line})?$`;

/** An http or https URL without white space, backslash and fragment: the address of a webhook. */
export const webhookPattern = String.raw`^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\#${control}]+$`;

/** The origin of a website. A slash at its end is removed later. */
export const originPattern = String.raw`^\s*${authority}\/?\s*$`;

const viewCharacter = String.raw`[A-Za-z0-9\-._~!$&'\(\)*+,;=:@%?`;

/** A path and a query of the console. It does not begin as the address of another host does. */
export const viewPattern = String.raw`^\/(?:${viewCharacter}]${viewCharacter}\/]*)?$`;

/** `webUrlPattern`, or an empty text. */
export const optionalWebUrlPattern = String.raw`^(?:${authority}(?:[\/?#\\]${line})?)?$`;

/** An absolute http, https, mailto or tel URL without user, backslashes and invisible characters; or empty. */
export const actionUrlPattern = String.raw`^(?:${authority.replaceAll(control, hidden)}(?:[\/?#][^\\${hidden}]*)?|(?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):[^\s\/?#\\${hidden}]+[^\\${hidden}]*)?$`;

/** A path and query that begins with one slash, as it stands behind the # of an address. */
export const fragmentPattern = String.raw`^\/(?:[^\/\\${control}]${line})?$`;

/** A bookmark of D1, or one of the two constraints that a session may start with. */
export const bookmarkPattern =
  /^(?:first-primary|first-unconstrained|[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32})$/v;

/** `*`, or entity tags (RFC 9110, 8.8.3). */
export const tagListPattern =
  /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7E]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7E]*")*)\s*$/v;
