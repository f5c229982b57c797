// Payloads are other people's text: any value may be anything, and no field is taken to be there.

/** The value at a path of names, such as `data.object.number`. Undefined if any part is missing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** So much of a text stands in a sentence. */
const mostText = 80;

/** A text in one line, cut; a number as text. Undefined if it is neither, or empty. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  if (typeof found === 'number') return String(found);
  if (typeof found !== 'string') return undefined;
  const line = found.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > mostText ? `${letters.slice(0, mostText).join('').trimEnd()}…` : line || undefined;
}

/** A whole number of a path that can be counted. */
export function wholeAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}

/** The items of a list, the first hundred. */
export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.slice(0, 100) : [];
}

/** The end of a sentence, if there is one: ", $240". */
export const also = (text: string | undefined, before = ', '): string => (text ? before + text : '');

/** A code of words as words: `no_show`, `BOOKING-PAID` and `leadStatus` in small letters. */
export const words = (code: string): string =>
  code
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();

const locale = navigator.languages as string[];

/** Money in major units, `240.5` of `usd`: $240.50. Undefined if it is no amount of a currency. */
export function majorMoney(amount: unknown, currency: unknown): string | undefined {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return undefined;
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return undefined;
  // Whole amounts need no zeros behind the point; others have the digits of their currency.
  const digits = Number.isInteger(amount) ? { minimumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
}

/** How many minor units of Stripe are one of the currency. All others have 100. */
const minorUnits: Record<string, number> = Object.fromEntries([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 1]),
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 1000]),
]);

/** Money in minor units, as Stripe counts it: `24000` of `usd` is $240, and `240` of `jpy` is ¥240. */
export function minorMoney(amount: unknown, currency: unknown): string | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || typeof currency !== 'string') return;
  const code = currency.toLowerCase();
  return majorMoney(amount / (Object.hasOwn(minorUnits, code) ? (minorUnits[code] ?? 100) : 100), code);
}
