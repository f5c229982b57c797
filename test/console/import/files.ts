import type { Open } from '../../../src/lib/import/text.ts';

/** Bytes as a file, in parts of some length. */
export const fileOf = (bytes: Uint8Array, length = 65_536): Open =>
  async function* open() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  };

const windows: Record<string, number> = { '€': 0x80, '“': 0x93, '”': 0x94, '–': 0x96 };

/** Text in each encoding, with and without a mark. */
export const encoders: Record<string, (text: string) => Uint8Array> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 with a mark': (text) => new TextEncoder().encode(`\ufeff${text}`),
  'UTF-16 LE': (text) => utf16(text, true),
  'UTF-16 LE with a mark': (text) => utf16(`\ufeff${text}`, true),
  'UTF-16 BE': (text) => utf16(text, false),
  'UTF-16 BE with a mark': (text) => utf16(`\ufeff${text}`, false),
  'Windows-1252': (text) => Uint8Array.from(text, (letter) => windows[letter] ?? letter.charCodeAt(0)),
};

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}
