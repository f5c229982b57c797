const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;
