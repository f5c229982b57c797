/** How a country writes phone numbers: its code, what stands before a national number, and how many digits follow. */
interface Numbering {
  name: string;
  code: string;
  trunk: '' | '0';
  digits: readonly [least: number, most: number];
}

/** The countries whose national numbers can be read, by their letters. */
export const countries = {
  AT: { name: 'Austria', code: '43', trunk: '0', digits: [7, 13] },
  AU: { name: 'Australia', code: '61', trunk: '0', digits: [9, 9] },
  BE: { name: 'Belgium', code: '32', trunk: '0', digits: [8, 9] },
  CA: { name: 'Canada', code: '1', trunk: '', digits: [10, 10] },
  CH: { name: 'Switzerland', code: '41', trunk: '0', digits: [9, 9] },
  CZ: { name: 'Czechia', code: '420', trunk: '', digits: [9, 9] },
  DE: { name: 'Germany', code: '49', trunk: '0', digits: [6, 12] },
  DK: { name: 'Denmark', code: '45', trunk: '', digits: [8, 8] },
  ES: { name: 'Spain', code: '34', trunk: '', digits: [9, 9] },
  FR: { name: 'France', code: '33', trunk: '0', digits: [9, 9] },
  GB: { name: 'United Kingdom', code: '44', trunk: '0', digits: [9, 10] },
  IE: { name: 'Ireland', code: '353', trunk: '0', digits: [7, 9] },
  IN: { name: 'India', code: '91', trunk: '0', digits: [10, 10] },
  NL: { name: 'Netherlands', code: '31', trunk: '0', digits: [9, 9] },
  NO: { name: 'Norway', code: '47', trunk: '', digits: [8, 8] },
  PL: { name: 'Poland', code: '48', trunk: '', digits: [9, 9] },
  PT: { name: 'Portugal', code: '351', trunk: '', digits: [9, 9] },
  SE: { name: 'Sweden', code: '46', trunk: '0', digits: [7, 9] },
  US: { name: 'United States', code: '1', trunk: '', digits: [10, 10] },
} as const satisfies Record<string, Numbering>;
export type Country = keyof typeof countries;

/** A value that was read, or why it was not. */
export type Reading = { value: string } | { problem: string };

const e164 = /^\+[1-9]\d{6,14}$/;
const noCountry =
  'has no country: write it with + and the code of the country, or choose the country of numbers without one';

/** Digits without a sign of their country as a number of it: national, or one that has lost its plus. */
function nationalNumber(
  digits: string,
  { code, trunk, digits: [least, most] }: Numbering,
): string | undefined {
  const isWhole = (rest: string) => rest.length >= least && rest.length <= most && !rest.startsWith('0');
  const starts = [trunk, code].filter((start) => digits.startsWith(start));
  const rest = starts.map((start) => digits.slice(start.length)).find(isWhole);
  return rest === undefined ? undefined : `+${code}${rest}`;
}

/** Whether a number with the code of its country has the 0 that is dialled without it. */
const hasTrunkZero = (digits: string): boolean =>
  Object.values(countries).some(({ trunk, code }) => trunk === '0' && digits.startsWith(`${code}0`));

/** A phone number in E.164, from the spellings that people and spreadsheets use. None is guessed: what may be two is refused. */
export function readPhone(text: string, country?: Country): Reading {
  const written = text.trim().replace(/^'/, '').replace(/^tel:/i, '');
  if (/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(written))
    return {
      problem: 'was shortened by the spreadsheet, and its last digits are lost: export the column as text',
    };
  if (/^\d+[.,]0+$/.test(written)) return { problem: 'is a number with decimals: export the column as text' };
  // (0) behind the code of a country is not dialled with it. Italy keeps its zero.
  const plain = written
    .replace(/^\(?((?:\+|00)(?!39)[1-9]\d{0,2})\)?[\s.-]*\(0\)/, '$1')
    .replaceAll(/[\s\u200b-\u200f\u202a-\u202e()./\u2010-\u2015-]/g, '');
  const digits = plain.replace(/^\+|^00(?=[1-9])/, '');
  if (/\p{L}|#/u.test(plain)) return { problem: 'has letters or an extension: keep the number alone' };
  if (!/^\d+$/.test(digits) || /\d\s*[,;]|\d\s+\/\s+[0+]/.test(written))
    return { problem: 'is no phone number, or more than one' };
  if (digits !== plain) {
    const value = `+${digits}`;
    if (hasTrunkZero(digits)) return { problem: 'has a 0 behind the code of the country: leave it out' };
    return e164.test(value)
      ? { value }
      : { problem: 'must have 7 to 15 digits behind the +, the first of them not 0' };
  }
  if (country === undefined) return { problem: noCountry };
  const value = nationalNumber(digits, countries[country]);
  if (value !== undefined) return { value };
  const { name, code, trunk } = countries[country];
  const start =
    trunk === ''
      ? `has another length, and does not begin with ${code}`
      : `begins neither with 0 nor with ${code}, or has another length`;
  return { problem: `is not as numbers of ${name} are: it ${start}` };
}
