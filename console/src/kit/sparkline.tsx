export interface SparklineProps {
  values: number[];
  /** What a screen reader says in place of the line. */
  label: string;
  /** When the step of the last value ends. While it is not over, it is drawn dashed. */
  end?: string | undefined;
}

const width = 96;
const height = 24;

/** A small line without axes, from zero at the bottom. */
export function Sparkline({ values, label, end = '' }: SparklineProps) {
  const isUnfinished = Date.parse(end) > Date.now();
  const top = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = values.length > 1 ? (index / (values.length - 1)) * width : 0;
    return `${x.toFixed(1)},${(height - 1 - (value / top) * (height - 2)).toFixed(1)}`;
  });
  const done = isUnfinished ? points.slice(0, -1) : points;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {done.length > 1 && (
        <polygon points={`0,${height} ${done.join(' ')} ${done.at(-1)?.split(',')[0]},${height}`} />
      )}
      <polyline points={done.join(' ')} />
      {isUnfinished && points.length > 1 && (
        <polyline class="unfinished" points={points.slice(-2).join(' ')} />
      )}
    </svg>
  );
}
