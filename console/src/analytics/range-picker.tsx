import { useState } from 'preact/hooks';
import { lazy } from '../kit/lazy.tsx';
import { clock, shortDay, viewerZone, zoneName } from '../lib/format.ts';
import { useActions } from '../nav/actions.ts';
import { go, here, useRoute } from '../nav/router.ts';
import { type Range, rangeOf, ranges } from './range.ts';

const CustomRange = lazy(() => import('./custom-range.tsx').then((of) => of.CustomRange));

const names = Object.keys(ranges) as (keyof typeof ranges)[];
/** What there is room for, and what a screen reader says instead. */
const shortLabels: Record<keyof typeof ranges, [seen: string, read?: string]> = {
  today: ['Today'],
  '7d': ['7 d', '7 days'],
  '30d': ['30 d', '30 days'],
  month: ['Month', 'This month'],
  '90d': ['90 d', '90 days'],
  '12m': ['12 m', '12 months'],
};
function ShortLabel({ name }: { name: keyof typeof ranges }) {
  const [seen, read] = shortLabels[name];
  if (!read) return <>{seen}</>;
  return (
    <>
      <span aria-hidden="true">{seen}</span>
      <span class="visually-hidden">{read}</span>
    </>
  );
}

const standard = '30d';

/** The range that the address names. */
export function useRange(): Range {
  return rangeOf(useRoute().query);
}

const addressFor = (name: keyof typeof ranges) =>
  here({ range: name === standard ? undefined : name, from: undefined, to: undefined });

/** What the figures are compared with, in words. */
function comparedWith({ before, elapsed, zone }: Range): string {
  if (!before || !elapsed) return 'Compare with the period before';
  const isWhole = elapsed.endDate === before.endDate;
  const first = shortDay(elapsed.startDate, zone);
  const last = shortDay(isWhole ? Date.parse(elapsed.endDate) - 1 : elapsed.endDate, zone);
  const days = first === last ? first : `${first} – ${last}`;
  return `Compared with ${days}${isWhole ? '' : `, until ${clock(elapsed.endDate, zone)}`}`;
}

/**
 * Chooses the range, its zone, and whether it is compared with the period before, unless the screen compares nothing. All
 * stand in the address.
 */
export function RangePicker({ compares = true }: { compares?: boolean }) {
  const range = useRange();
  const [isOpen, setOpen] = useState(false);
  const compareAddress = here({ compare: range.before ? 'off' : undefined });
  useActions([
    ...names.map((name) => ({
      title: `Show ${ranges[name].label.toLowerCase()}`,
      keys: ranges[name].keys,
      group: 'Range',
      run: () => go(addressFor(name)),
    })),
    { title: 'Choose the days', keys: 'c', group: 'Range', run: () => setOpen(true) },
    ...(compares
      ? [
          {
            title: 'Compare with the period before',
            keys: 'x',
            group: 'Range',
            run: () => go(compareAddress),
          },
        ]
      : []),
  ]);
  return (
    <div class="range">
      <nav class="choice" aria-label="Range">
        {names.map((name) => (
          <a
            key={name}
            href={addressFor(name)}
            aria-current={range.name === name ? 'true' : undefined}
            title={`${ranges[name].label} (${ranges[name].keys})`}
          >
            <ShortLabel name={name} />
          </a>
        ))}
        <button
          type="button"
          aria-pressed={range.name === 'custom'}
          onClick={() => setOpen(true)}
          title="Choose the days (c)"
        >
          {range.name === 'custom' ? range.label : 'Custom'}
        </button>
      </nav>
      {range.zone !== viewerZone && (
        <button
          type="button"
          class="toggle"
          aria-label={`Time zone ${zoneName(range.zone)}`}
          onClick={() => setOpen(true)}
          title="Days and hours are of this time zone (c)"
        >
          {zoneName(range.zone)}
        </button>
      )}
      {compares && (
        <a
          class="toggle"
          href={compareAddress}
          aria-current={range.before ? 'true' : undefined}
          title={`${comparedWith(range)} (x)`}
        >
          vs. period before
        </a>
      )}
      {isOpen && <CustomRange range={range} onClose={() => setOpen(false)} />}
    </div>
  );
}
