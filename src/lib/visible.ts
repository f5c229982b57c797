/**
 * Characters that show nothing, turn the direction of what follows, or end a line where none seems to end. Two kinds
 * are only marked where they cannot belong to the writing: joiners and tags after ASCII (emoji, Persian and Indian
 * texts need them), and marks of direction beside a Latin letter (Hebrew and Arabic dates and numbers need them).
 */
const invisible =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\t\n\r\u061c\u200c-\u200f\u{e0020}-\u{e007f}]]|(?<![^\0-\x7f])[\u200c\u200d\u{e0020}-\u{e007f}]|(?<=[a-z])[\u061c\u200e\u200f]|[\u061c\u200e\u200f](?=[a-z])/giv;

const codeOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** A text in which invisible characters are seen: a zero-width space is `[U+200B]`. */
export const visible = (text: string): string => text.replaceAll(invisible, codeOf);
