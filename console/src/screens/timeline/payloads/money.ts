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
