/** Requests of a side in a row, or one by one between those of the other. */
export interface Turn {
  requests: number;
  /** Seconds in which the side had something to do. */
  seconds: number;
  /** Seconds of CPU that workerd used. */
  cpu: number;
  /** Milliseconds of each request. */
  latencies: number[];
}

/** A turn of each side with one connection, and one with many. */
export interface Round {
  one: { floor: Turn; ours: Turn };
  many: { floor: Turn; ours: Turn };
}

/** How a side did: milliseconds from a request to the end of its answer, and milliseconds of CPU a request. */
export interface Figures {
  p50: number;
  p99: number;
  perSecond: number;
  perSecondOfMany: number;
  cpu: number;
}

/** Ours divided by the floor; `p50Range` is where the middle half of the rounds lies. */
export interface Ratios extends Figures {
  p50Range: [number, number];
}

export interface Measured {
  ratios: Ratios;
  floor: Figures;
  ours: Figures;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
/** The value below which a part of all lies. */
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

/** What rounds say. Both are compared in each round, for another program may slow some of them. */
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
