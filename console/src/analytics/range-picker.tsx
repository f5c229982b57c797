import { useEffect, useState } from 'preact/hooks';
import { lazy, lazyDialog } from '../kit/lazy.tsx';
import { MenuButton } from '../kit/menu-button.tsx';
import { clock, viewerZone, zoneName } from '../lib/format.ts';
import { useActions } from '../nav/actions.ts';
import { go, here, useRoute } from '../nav/router.ts';
import { spanInWords } from './compare.ts';
import { compareAddress, type Range, type RangeName, rangeAddress, rangeOf, ranges } from './range.ts';

const CustomRange = lazyDialog(() => import('./custom-range.tsx').then((of) => of.CustomRange));
const CustomComparison = lazyDialog(() => import('./custom-range.tsx').then((of) => of.CustomComparison));
const RangeMenu = lazy(() => import('./compare-menu.tsx').then((of) => of.RangeMenu));
const CompareMenu = lazy(() => import('./compare-menu.tsx').then((of) => of.CompareMenu));

const names = Object.keys(ranges) as RangeName[];
/** The ranges that have a button: what there is room for, and what a screen reader says instead. */
const shortLabels: Partial<Record<RangeName, [seen: string, read?: string]>> = {
  today: ['Today'],
  '7d': ['7 d', '7 days'],
  '30d': ['30 d', '30 days'],
  month: ['Month', 'This month'],
  '90d': ['90 d', '90 days'],
  '12m': ['12 m', '12 months'],
};
const others = names.filter((name) => !shortLabels[name]);

function ShortLabel({ name }: { name: RangeName }) {
  const [seen, read] = shortLabels[name] ?? [];
  if (!read) return <>{seen}</>;
  return (
    <>
      <span aria-hidden="true">{seen}</span>
      <span class="visually-hidden">{read}</span>
    </>
  );
}

/** The range that the address names. */
export const useRange = (): Range => rangeOf(useRoute().query);

/** What the figures are compared with, in words. */
function comparedWith({ elapsed, isPart, zone }: Range): string {
  if (!elapsed) return 'Compare with the period before';
  const until = isPart ? `, until ${clock(elapsed.endDate, zone)}` : '';
  return `Compared with ${spanInWords(elapsed, zone)}${until}`;
}

/** An address without a zone gets the one that is kept from the last visit, so that it says what the screen shows. */
function useZoneInAddress(zone: string): void {
  const isMissing = !useRoute().query.zone && zone !== viewerZone;
  useEffect(() => {
    if (isMissing) go(here({ zone }), { replace: true });
  });
}

/** What the picker does by a key and from the palette. */
function useRangeActions(range: Range, compares: boolean, choose: (what: Chosen) => void): void {
  const group = 'Range';
  const { comparison } = range;
  const way = (title: string, address: string, keys?: string) => ({
    title,
    ...(keys && { keys }),
    group,
    run: () => go(address),
  });
  useActions([
    ...names.map((name) =>
      way(`Show ${ranges[name].label.toLowerCase()}`, rangeAddress(name, comparison), ranges[name].keys),
    ),
    { title: 'Choose the days', keys: 'c', group, run: () => choose('days') },
    ...(compares
      ? [
          way('Compare with the period before', compareAddress(comparison ? 'off' : 'matched'), 'x'),
          way('Compare with the days immediately before', compareAddress('previous')),
          way('Compare with the year before', compareAddress('year')),
          { title: 'Compare with days that you choose', group, run: () => choose('compared') },
        ]
      : []),
  ]);
}

/** The dialog that is open. */
type Chosen = 'days' | 'compared' | undefined;

/**
 * Chooses the range, its zone, and what it is compared with, unless the screen compares nothing. All stand in the
 * address.
 */
export function RangePicker({ compares = true }: { compares?: boolean }) {
  const range = useRange();
  const { name, label, zone, comparison, elapsed } = range;
  const [chosen, choose] = useState<Chosen>();
  useZoneInAddress(zone);
  useRangeActions(range, compares, choose);
  const closing = (close: () => void, what: Chosen) => () => {
    close();
    choose(what);
  };
  const isOther = name === 'custom' || others.includes(name);
  const end = () => choose(undefined);
  return (
    <div class="range wrap">
      <nav class="choice box" aria-label="Range">
        {names
          .filter((one) => shortLabels[one])
          .map((one) => (
            <a
              key={one}
              href={rangeAddress(one, comparison)}
              aria-current={name === one ? 'true' : undefined}
              title={`${ranges[one].label} (${ranges[one].keys})`}
            >
              <ShortLabel name={one} />
            </a>
          ))}
        <MenuButton label={isOther ? label : 'More'} title="Other ranges" isChosen={isOther}>
          {(close) => (
            <RangeMenu
              range={range}
              shown={names.filter((one) => shortLabels[one])}
              names={others}
              onChoose={close}
              onDays={closing(close, 'days')}
            />
          )}
        </MenuButton>
      </nav>
      {zone !== viewerZone && (
        <button
          type="button"
          class="toggle box"
          aria-label={`Time zone ${zoneName(zone)}`}
          onClick={() => choose('days')}
          title="Days and hours are in this time zone (c)"
        >
          {zoneName(zone).split('/').at(-1)}
        </button>
      )}
      {compares && (
        <MenuButton
          class="toggle box"
          label={elapsed ? `vs. ${spanInWords(elapsed, zone)}` : 'Compare'}
          title={`${comparedWith(range)} (x)`}
          isChosen={comparison !== undefined}
        >
          {(close) => <CompareMenu range={range} onChoose={close} onDays={closing(close, 'compared')} />}
        </MenuButton>
      )}
      {chosen === 'days' && <CustomRange range={range} onClose={end} />}
      {chosen === 'compared' && <CustomComparison range={range} onClose={end} />}
    </div>
  );
}
