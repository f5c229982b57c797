import type { Kept } from './report.ts';

/** A part of the plot: a ratio, and whether a larger or a smaller one is better. */
interface Panel {
  title: string;
  hint: string;
  left: number;
  from: number;
  to: number;
  wanted: (kind: Kept['operations'][number]['kind']) => number | undefined;
  of: (operation: Kept['operations'][number]) => number;
}

const names = 200;
const panelWidth = 250;
const gap = 80;
const top = 64;
const step = 24;

const panels = (operations: Kept['operations']): Panel[] => {
  const most = Math.max(1.5, ...operations.map(({ ratios }) => ratios.p50));
  const least = Math.min(0.5, ...operations.map(({ ratios }) => ratios.perSecondOfMany));
  return [
    {
      title: 'p50 at 1 connection',
      hint: 'less is better',
      left: names,
      from: 0.75,
      to: Math.ceil(most * 4) / 4,
      wanted: (kind) => (kind === 'batch' ? 1.12 : 1.1),
      of: ({ ratios }) => ratios.p50,
    },
    {
      title: 'requests/s at 16 connections',
      hint: 'more is better',
      left: names + panelWidth + gap,
      from: Math.floor(least * 4) / 4,
      to: 1.25,
      wanted: (kind) => (kind === 'batch' ? undefined : 0.85),
      of: ({ ratios }) => ratios.perSecondOfMany,
    },
  ];
};

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .soft { fill: #59636e; font-size: 12px; }
  .grid { stroke: #d1d9e0; }
  .one { stroke: #59636e; stroke-width: 1.5; }
  .wanted { stroke: #bc4c00; stroke-width: 2; }
  .bar { stroke: #0969da; stroke-width: 3; }
  .dot { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .soft { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .one { stroke: #9198a1; }
    .wanted { stroke: #f0883e; }
    .bar { stroke: #4493f8; }
    .dot { fill: #4493f8; }
  }`;

const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
const line = (kind: string, x1: number, y1: number, x2: number, y2: number) =>
  `<line class="${kind}" x1="${x1.toFixed(1)}" y1="${y1}" x2="${x2.toFixed(1)}" y2="${y2}"/>`;

function draw({ title, hint, left, from, to, wanted, of }: Panel, operations: Kept['operations']): string[] {
  const x = (ratio: number) => left + ((ratio - from) / (to - from)) * panelWidth;
  const bottom = top + operations.length * step;
  const between = to - from > 1.5 ? 0.5 : 0.25;
  const first = Math.ceil(from / between) * between;
  const ticks = Array.from(
    { length: Math.floor((to - first) / between) + 1 },
    (_, index) => first + index * between,
  );
  return [
    `<text class="title" x="${left}" y="20">${title}</text>`,
    `<text class="soft" x="${left}" y="38">ours / floor, ${hint}</text>`,
    ...ticks.flatMap((tick) => [
      line(tick === 1 ? 'one' : 'grid', x(tick), top - 4, x(tick), bottom),
      `<text class="soft" x="${x(tick).toFixed(1)}" y="${top - 8}" text-anchor="middle">${tick}</text>`,
    ]),
    ...operations.flatMap((operation, index) => {
      const middle = top + index * step + step / 2;
      const ratio = of(operation);
      const target = wanted(operation.kind);
      // The number is on the side of the line without the bar.
      const isRight = ratio >= 1;
      return [
        ...(target === undefined ? [] : [line('wanted', x(target), middle - 7, x(target), middle + 7)]),
        line('bar', x(1), middle, x(ratio), middle),
        `<circle class="dot" cx="${x(ratio).toFixed(1)}" cy="${middle}" r="5"/>`,
        `<text x="${(x(ratio) + (isRight ? 9 : -9)).toFixed(1)}" y="${middle + 4.5}" text-anchor="${isRight ? 'start' : 'end'}">${ratio.toFixed(2)}</text>`,
      ];
    }),
  ];
}

/** The ratios as an SVG that follows the reader's light or dark colour scheme. */
export function plot({ operations }: Kept): string {
  const height = top + operations.length * step + 34;
  const width = names + 2 * panelWidth + gap + 50;
  const said = operations.map(
    ({ name, ratios }) => `${name}: ${ratios.p50.toFixed(2)} and ${ratios.perSecondOfMany.toFixed(2)}`,
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    '<title id="title">Footfall beside a hand-written Worker</title>',
    `<desc id="description">p50 at one connection and requests per second at 16, ours divided by the floor. ${escaped(said.join('; '))}.</desc>`,
    `<style>${style}\n</style>`,
    ...operations.map(
      ({ name }, index) =>
        `<text x="${names - 16}" y="${top + index * step + step / 2 + 4.5}" text-anchor="end">${escaped(name)}</text>`,
    ),
    ...panels(operations).flatMap((panel) => draw(panel, operations)),
    `<line class="wanted" x1="${names}" y1="${height - 20}" x2="${names}" y2="${height - 6}"/>`,
    `<text class="soft" x="${names + 8}" y="${height - 9}">what we want to reach</text>`,
    '</svg>',
  ].join('\n')}\n`;
}
