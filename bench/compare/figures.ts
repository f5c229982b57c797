/** A series of requests to one side, or single requests in turn with the other side. */
export interface Turn {
  requests: number;
  /** Seconds in which the side was busy. */
  seconds: number;
  /** Seconds of CPU that workerd used. */
  cpu: number;
  /** Milliseconds of each request. */
  latencies: number[];
}

/** A turn of each side with one connection, and one with many connections. */
export interface Round {
  one: { floor: Turn; ours: Turn };
  many: { floor: Turn; ours: Turn };
}

/** The figures of one side: latency in milliseconds, and milliseconds of CPU per request. */
export interface Figures {
  p50: number;
  p99: number;
  perSecond: number;
  perSecondOfMany: number;
  cpu: number;
}

/** The service's figures divided by the floor's. `p50Range` is the range of the middle half of the rounds. */
export interface Ratios extends Figures {
  p50Range: [number, number];
}

export interface Measured {
  ratios: Ratios;
  floor: Figures;
  ours: Figures;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
/** The value below which this part of all values lies. */
function quantile(values: number[], part: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  const at = (inOrder.length - 1) * part;
  const [low = 0, high = 0] = [inOrder[Math.floor(at)], inOrder[Math.ceil(at)]];
  return low + (high - low) * (at % 1);
}
const median = (values: number[]) => quantile(values, 0.5);
const perSecond = ({ requests, seconds }: Turn) => requests / seconds;

function figuresOf(rounds: Round[], side: 'floor' | 'ours'): Figures {
  const ones = rounds.map(({ one }) => one[side]);
  const manies = rounds.map(({ many }) => many[side]);
  const latencies = ones.flatMap((turn) => turn.latencies);
  const all = [...ones, ...manies];
  return {
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    perSecond: median(ones.map(perSecond)),
    perSecondOfMany: median(manies.map(perSecond)),
    cpu: (1000 * sum(all.map(({ cpu }) => cpu))) / sum(all.map(({ requests }) => requests)),
  };
}

/**
 * The figures of several rounds. Ratios are computed in each round, because other programs may slow down some rounds.
 */
export function measuredOf(rounds: Round[]): Measured {
  const [floor, ours] = [figuresOf(rounds, 'floor'), figuresOf(rounds, 'ours')];
  const p50s = rounds.map(({ one }) => median(one.ours.latencies) / median(one.floor.latencies));
  return {
    floor,
    ours,
    ratios: {
      p50: median(p50s),
      p50Range: [quantile(p50s, 0.25), quantile(p50s, 0.75)],
      p99: ours.p99 / floor.p99,
      perSecond: median(rounds.map(({ one }) => perSecond(one.ours) / perSecond(one.floor))),
      perSecondOfMany: median(rounds.map(({ many }) => perSecond(many.ours) / perSecond(many.floor))),
      cpu: ours.cpu / floor.cpu,
    },
  };
}
