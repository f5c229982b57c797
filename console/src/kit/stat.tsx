import type { ComponentChildren } from 'preact';
import { enoughSessions } from '../../../src/lib/chance.ts';
import { areEnough, changeOf, number, percent, pointsOf, rate } from '../lib/format.ts';

export interface StatProps {
  label: string;
  /** The formatted figure. */
  value: string;
  /**
   * Now and before, for the change. It is omitted for samples below 30: by default, the numbers are their own. It has a
   * colour if it is certain.
   */
  compare?:
    | {
        now: number;
        before: number | undefined;
        samples?: [now: number, before: number];
        isCertain?: boolean;
        /** They are rates: the change is in points. */
        areRates?: boolean;
      }
    | undefined;
  /** What the figure is made of: "of 751 visits". */
  note?: ComponentChildren;
  /** A smaller number is better, as with bounces. */
  lessIsBetter?: boolean | undefined;
  /** A link to what it is made of. */
  href?: string;
  /** It is the figure that the chart shows. */
  isChosen?: boolean;
}

interface ChangeProps {
  now: number;
  before: number;
  lessIsBetter: boolean;
  isCertain: boolean;
  areRates: boolean;
}

function Change({ now, before, lessIsBetter, isCertain, areRates }: ChangeProps) {
  const text = areRates ? pointsOf(now, before) : changeOf(now, before);
  if (!text) return null;
  const isNone = text === (areRates ? pointsOf(now, now) : changeOf(1, 1));
  const isBetter = now > before !== lessIsBetter;
  const tone = !isCertain || isNone ? 'muted' : isBetter ? 'good' : 'bad';
  return <span class={`change ${tone}`}>{text}</span>;
}

/** A figure with its name, its change since the period before, and its sample. */
export function Stat({ label, value, compare, note, lessIsBetter = false, href, isChosen }: StatProps) {
  const current = isChosen ? 'true' : undefined;
  return (
    <div class={isChosen ? 'stat is-chosen' : 'stat'}>
      <dt class="muted">
        {href ? (
          <a href={href} aria-current={current}>
            {label}
          </a>
        ) : (
          label
        )}
      </dt>
      <dd class="wrap">
        <span class="figure">{value}</span>
        {compare?.before !== undefined &&
          areEnough(...(compare.samples ?? [compare.now, compare.before])) && (
            <Change
              now={compare.now}
              before={compare.before}
              lessIsBetter={lessIsBetter}
              isCertain={compare.isCertain === true}
              areRates={compare.areRates === true}
            />
          )}
        {note && <span class="note muted">{note}</span>}
      </dd>
    </div>
  );
}

interface RateStatProps extends Pick<StatProps, 'label' | 'lessIsBetter' | 'href' | 'isChosen'> {
  hits: number;
  of: number;
  before?: { hits: number; of: number } | undefined;
  /** Whether it differs from before by more than chance. */
  isCertain?: boolean;
  /** The name of the sample: "visits". */
  sample: string;
  /** What is said without a sample: "no visits". */
  none?: string;
}

/** A rate with its sample. Of fewer than 30 it is shown as n of m. Its change is shown if there were 30 hits each time. */
export function RateStat({
  hits,
  of,
  before,
  isCertain = false,
  sample,
  none = `no ${sample}`,
  ...rest
}: RateStatProps) {
  const isEnough = of >= enoughSessions;
  return (
    <Stat
      {...rest}
      value={rate(hits, of)}
      compare={
        // From 3 hits to 11 says little, however many visits there were.
        before && {
          now: hits / of,
          before: before.hits / before.of,
          isCertain,
          areRates: true,
          samples: [Math.min(hits, of), Math.min(before.hits, before.of)],
        }
      }
      note={
        isEnough
          ? `${number(hits)} of ${number(of)} ${sample}`
          : of > 0
            ? `${sample}; too few for a rate (${percent(hits / of)})`
            : none
      }
    />
  );
}

/** A row of figures. */
export const Stats = ({ children }: { children: ComponentChildren }) => <dl class="stats">{children}</dl>;

/** Room for so many figures with a note each, in as many rows as they will have. */
export const StatsSkeleton = ({ count }: { count: number }) => (
  <div class="stats" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} class="stat stat-empty" />
    ))}
  </div>
);
