import { locale } from './format.ts';

const one = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** A number with one digit: 1.4. */
export const decimal = (value: number): string => one.format(value);
