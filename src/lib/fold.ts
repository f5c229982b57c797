import { deburr } from 'es-toolkit/string';

/** Whether a text has ASCII only. */
export const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Lower case without accents: `Zoë Łącki` is `zoe lacki`. */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : deburr(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()).normalize('NFC');
