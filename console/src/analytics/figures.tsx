import { RateStat, Stat, type StatProps, Stats, StatsSkeleton } from '../kit/stat.tsx';
import { day, meanTime, number, plural } from '../lib/format.ts';
import { spanInWords } from './compare.ts';
import { certainOf, type Measure, measures, type Totals } from './measures.ts';
import type { Range } from './range.ts';

interface FiguresProps {
  now: Totals;
  before: Totals | undefined;
  range: Pick<Range, 'elapsed' | 'zone'>;
  /** When the visits of the period before begin, if that is too late to compare with it. */
  from?: string | undefined;
  /** Where the name of a figure leads to. */
  linkOf?: (measure: Measure) => Pick<StatProps, 'href' | 'isChosen'>;
}

interface FigureProps extends Omit<FiguresProps, 'range' | 'from'> {
  measure: Measure;
  isCertain: boolean;
}

function Figure({ measure, now, before, linkOf, isCertain }: FigureProps) {
  const { label, count, sample, lessIsBetter } = measure;
  const visits = now.totalSessions;
  const figure = { label, lessIsBetter, ...linkOf?.(measure) };
  if (count && sample) {
    return (
      <RateStat
        {...figure}
        hits={now[count]}
        of={now[sample]}
        before={before && { hits: before[count], of: before[sample] }}
        isCertain={isCertain}
        sample="visits"
        // One that is not over may still be engaged, so that it is not a bounce yet.
        none={visits > 0 ? 'no finished visit yet' : 'no visits'}
      />
    );
  }
  if (count) {
    return (
      <Stat
        {...figure}
        value={number(now[count])}
        compare={{ now: now[count], before: before?.[count] }}
        note={before && `${number(before[count])} before`}
      />
    );
  }
  const mean = now.avgTimeSpentSeconds;
  return (
    <Stat
      {...figure}
      value={meanTime(mean, visits)}
      compare={
        before && {
          now: mean,
          before: before.avgTimeSpentSeconds,
          samples: [visits, before.totalSessions],
        }
      }
      note={visits > 0 ? `avg. of ${plural(visits, 'visit')}` : 'no visits'}
    />
  );
}

/**
 * The figures of a workspace or a page over a range, with their change. A period without visits is nothing to compare
 * with: it may be from before the first one.
 */
export function Figures({ before, range: { elapsed, zone }, from, ...props }: FiguresProps) {
  const known = before?.totalSessions === 0 || from ? undefined : before;
  const certain = certainOf(props.now, known);
  return (
    <>
      <Stats>
        {measures.map((measure) => (
          <Figure
            key={measure.label}
            measure={measure}
            isCertain={certain.has(measure)}
            before={known}
            {...props}
          />
        ))}
      </Stats>
      {before && !known && elapsed && props.now.totalSessions > 0 && (
        <p class="note muted">
          No visits to compare with
          {from ? ` before ${day(from, zone)}` : `: ${spanInWords(elapsed, zone)} has none`}.
        </p>
      )}
    </>
  );
}

/** Room for the figures. */
export const FiguresSkeleton = () => <StatsSkeleton count={measures.length} />;
