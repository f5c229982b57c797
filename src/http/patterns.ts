// What the OpenAPI document says of text as clients send it, where the service's own rule needs more than a pattern.
// ECMAScript (flags u and v), Java, Python and RE2 load all of them: no \u, no \p, no look-around, and in a class
// every [ ] ( ) / - is escaped.

const control = String.raw`\x00-\x1F\x7F-\x9F`;
/** Format characters (Cf) of the Basic Multilingual Plane: soft hyphen, zero width, bidi and others. */
const invisible = `${String.raw`\xAD`}\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB`;
const hidden = control + invisible;
/** White space that is no control character. */
const space = String.raw`[^\S${control}]*`;
const line = `[^${control}]*`;

/** Text without control characters. */
export const linePattern = `^${line}$`;

/** Text without control characters but line breaks and tabs. */
export const multilinePattern = String.raw`^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$`;

const visible = String.raw`${line}[^\s${control}]${line}`;

/** A line with something to read in it. */
export const namePattern = `^${visible}$`;

/** As `namePattern`, or nothing. */
export const optionalNamePattern = `^(?:${visible})?$`;

const hostCharacter = String.raw`[^\s@\/?#:<>\(\)\[\]${hidden}]`;

/** An email address, which is trimmed and loses dots at its end. */
export const emailPattern = String.raw`^\s*[^\s@${hidden}]+@\.*${hostCharacter.replace('[^', '[^.')}${hostCharacter}*\s*$`;

const label = String.raw`[^\s\/@?#:\[\]\(\).${hidden}]+`;
const hostName = String.raw`${label}(?:\.${label})*\.?`;

/** A host name, or an address with one in it: scheme, user, port and path are dropped. */
export const domainPattern = `^${space}(?:${[
  String.raw`[A-Za-z][A-Za-z0-9+.\-]*:\/\/(?:[^\/?#@${control}]*@)?${hostName}(?::[0-9]*)?(?:[\/?#]${line}|${space})`,
  String.raw`${hostName}(?::[0-9]+)?(?:[\/?#]${line}|${space})`,
  // A port without digits, which is no scheme: no two slashes follow.
  String.raw`${hostName}:(?:[?#]${line}|\/(?:[^\/${control}]${line})?|${space})`,
].join('|')})$`;

const authority = String.raw`[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\/?#@\\\s${control}][^\/?#@\\${control}]*`;

/** An absolute http or https URL without user name. */
export const webUrlPattern = String.raw`^${authority}(?:[\/?#\\]${line})?$`;

/** As `webUrlPattern`, or nothing. */
export const optionalWebUrlPattern = String.raw`^(?:${authority}(?:[\/?#\\]${line})?)?$`;

/** An absolute http, https, mailto or tel URL without user name, backslash and invisible characters, or nothing. */
export const actionUrlPattern = String.raw`^(?:${authority.replaceAll(control, hidden)}(?:[\/?#][^\\${hidden}]*)?|(?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):[^\s\/?#\\${hidden}]+[^\\${hidden}]*)?$`;

/** A bookmark of D1, or one of the two places where a session may start. */
export const bookmarkPattern =
  /^(?:first-primary|first-unconstrained|[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32})$/v;

/** `*`, or entity tags (RFC 9110, 8.8.3). */
export const tagListPattern =
  /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7E]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7E]*")*)\s*$/v;
