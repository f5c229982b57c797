import { locale, type Time } from './format.ts';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
/** For months and years: "last mo" is no words of anybody. */
const counted = new Intl.RelativeTimeFormat(locale, { style: 'short' });
const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago: 5 min. ago, yesterday. */
export function ago(time: Time, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit || !length) return relative.format(0, 'second');
  return (length > 86_400 ? counted : relative).format(Math.trunc(seconds / length), unit);
}
