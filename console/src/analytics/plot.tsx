import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { onColours } from '../lib/theme.ts';
import { go } from '../nav/router.ts';
import { type AxisLabel, axisLabels, labelWidth } from './axis.ts';
import type { ChartProps, ChartSeries } from './chart.tsx';
import { type PlotCursor, PlotTip } from './plot-tip.tsx';

export type PlotProps = Omit<ChartProps, 'label'>;
type OnCursor = (at: PlotCursor | undefined) => void;

/** The colours of the style sheet, of which a canvas knows nothing. */
function coloursOf(element: HTMLElement) {
  // All at once: the browser works the style out anew for each that is set and read.
  element.style.cssText =
    'accent-color:var(--border);caret-color:var(--series-0);outline-color:var(--series-1)';
  const { color, accentColor, caretColor, outlineColor, fontFamily } = getComputedStyle(element);
  element.style.cssText = '';
  return { text: color, grid: accentColor, lines: [caretColor, outlineColor], family: fontFamily };
}

const faint = (colour: string) => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.08)');

/** The pixels that the numbers of each chart on the screen need. */
const rooms = new Map<uPlot, number>();

/** The pixels that all charts leave for numbers, so that their steps stand below each other. */
function sharedRoom(plot: uPlot, change: () => void): number {
  const widest = () => Math.max(0, ...rooms.values());
  const before = widest();
  change();
  if (widest() !== before) for (const other of rooms.keys()) if (other !== plot) other.setSize(other);
  return widest();
}

/** The width in pixels of the axis of numbers. */
const widthOf = (plot: uPlot, values: string[] | null) =>
  sharedRoom(plot, () =>
    rooms.set(plot, 14 + 7 * Math.max(4, ...(values ?? []).map(({ length }) => length))),
  );
const fontSize = 12;

/** The width in pixels of a text in the font of the axes. */
function measureIn(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  return (text) => context?.measureText(text).width ?? fontSize * text.length;
}

/** The axis of time, and the pixels that its last label needs at the right of the last step. */
function timeAxis({ steps, interval, zone }: PlotProps, font: string) {
  const measure = measureIn(font);
  const starts = steps.map(({ start }) => Date.parse(start));
  const shared = { starts, interval, zone, measure };
  const end = axisLabels({ ...shared, width: 1e6, left: 1e6, right: 1e6 }).at(-1);
  const right = end ? Math.ceil(labelWidth(end.text, measure) / 2) : 0;
  let labels: AxisLabel[] = [];
  const splits = ({ bbox }: uPlot) => {
    const [width, left] = [bbox.width / devicePixelRatio, bbox.left / devicePixelRatio];
    labels = axisLabels({ ...shared, width, left, right });
    return labels.map(({ at }) => at / 1000);
  };
  const axis = {
    grid: { show: false },
    splits,
    values: () => labels.map(({ text }) => text),
    size: interval === 'hour' ? 44 : 32,
  };
  return { axis, right };
}

/** A line up to the last finished step, and a dashed one from there to the unfinished step. */
function halves({ values }: ChartSeries, unfinished: number): (number | null)[][] {
  if (unfinished < 0 || values.length < 2) return [values, values.map(() => null)];
  return [
    values.map((value, index) => (index < unfinished ? value : null)),
    values.map((value, index) => (index === unfinished - 1 || index === unfinished ? value : null)),
  ];
}

/** The steps of an axis of counts: no line stands between two numbers. */
const wholeSteps = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7].flatMap((ten) => [ten, 2 * ten, 5 * ten]);

/** Rates and times may have fewer numbers than the axis has lines: each is written once. */
const distinct = (texts: string[]) => texts.map((text, index) => (text === texts[index - 1] ? '' : text));

/** The steps between two gaps: a line would not show them. */
const lonely = (values: uPlot.AlignedData[number]): number[] =>
  [...values.keys()].filter(
    (index) => values[index] != null && values[index - 1] == null && values[index + 1] == null,
  );

/** Where the pointer is in a chart. */
function cursorOf({ cursor: { idx, left = -1 }, over, root }: uPlot): PlotCursor | undefined {
  if (idx == null || left < 0) return undefined;
  return { index: idx, left: left + over.offsetLeft, width: root.clientWidth };
}

/** Marks steps by a line with a flag at its top. */
function drawMarks({ ctx, bbox, data, valToPos }: uPlot, marked: Iterable<number>, colour: string): void {
  const pixel = devicePixelRatio;
  ctx.save();
  // Quieter than the lines.
  ctx.globalAlpha = 0.22;
  ctx.fillStyle = colour;
  for (const index of marked) {
    const x = valToPos(data[0][index] ?? 0, 'x', true);
    ctx.fillRect(x, bbox.top, pixel, bbox.height);
    ctx.fillRect(x, bbox.top, 6 * pixel, 5 * pixel);
  }
  ctx.restore();
}

/** Shows some steps alone: those that were dragged over, or the one that was clicked. */
function zoomTo(zoom: PlotProps['zoom'], first: number, last = first): void {
  const address = zoom?.(first, last);
  if (address !== undefined) go(address);
}

function optionsFor(
  element: HTMLElement,
  latest: { readonly current: PlotProps },
  onCursor: OnCursor,
): uPlot.Options {
  const props = latest.current;
  const { series, format, zoom } = props;
  const { text, grid, lines, family } = coloursOf(element);
  const font = `${fontSize}px ${family}`;
  const axis = { stroke: text, font, ticks: { show: false }, grid: { stroke: grid, width: 1 } };
  const time = timeAxis(props, font);
  const areCounts = series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  const line = (index: number, dash?: number[]): uPlot.Series => ({
    stroke: lines[index] ?? text,
    width: index === 0 ? 2 : 1.5,
    points: { show: true, size: 5, filter: ({ data }, series) => lonely(data[series] ?? []) },
    ...(dash && { dash }),
    ...(index === 0 && { fill: faint(lines[0] ?? text) }),
  });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [null, time.right, null, null],
    legend: { show: false },
    // The pointer is at the same step of all charts on the screen.
    cursor: {
      y: false,
      drag: { x: zoom !== undefined, y: false, setScale: false, dist: 5 },
      points: { size: 7 },
      sync: { key: 'time', scales: ['x', null] },
    },
    scales: {
      x: { time: true },
      y: { range: (_, __, top) => [0, top > 0 ? top * 1.1 : 1] },
    },
    axes: [
      { ...axis, ...time.axis },
      {
        ...axis,
        values: (_, splits) => distinct(splits.map(format)),
        space: 40,
        size: widthOf,
        ...(areCounts && { incrs: wholeSteps }),
      },
    ],
    series: [{}, ...series.flatMap((_, index) => [line(index), line(index, [4, 4])])],
    hooks: {
      setCursor: [(plot) => onCursor(cursorOf(plot))],
      ready: [
        ({ over, cursor }) =>
          over.addEventListener('click', () => typeof cursor.idx === 'number' && zoomTo(zoom, cursor.idx)),
      ],
      setSelect: [
        ({ select: { left, width }, posToIdx }) =>
          width > 0 && zoomTo(zoom, posToIdx(left), posToIdx(left + width)),
      ],
      destroy: [(plot) => sharedRoom(plot, () => rooms.delete(plot))],
      draw: [(plot) => drawMarks(plot, latest.current.notes?.keys() ?? [], text)],
    },
  };
}

/**
 * Draws a chart by uPlot, again when its figures, its notes, its size or the colours change. The values of the step under
 * the pointer stand beside it, with its notes.
 */
export function Plot(props: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<PlotCursor>();
  const latest = useRef(props);
  latest.current = props;
  const { steps, series, zone, notes } = props;
  const text = JSON.stringify([steps, series, zone]);
  const plot = useRef<uPlot>(undefined);

  useEffect(() => {
    const parent = element.current;
    if (!parent) return;
    const draw = () => {
      const { steps, series } = latest.current;
      const unfinished = steps.findIndex(({ end }) => Date.parse(end) > Date.now());
      plot.current?.destroy();
      plot.current = new uPlot(
        optionsFor(parent, latest, setAt),
        [
          steps.map(({ start }) => Date.parse(start) / 1000),
          ...series.flatMap((one, index) => halves(one, index === 0 ? unfinished : -1)),
        ] as uPlot.AlignedData,
        parent,
      );
    };
    draw();
    const stop = onColours(draw);
    const observer = new ResizeObserver(() => {
      const size = { width: parent.clientWidth, height: parent.clientHeight };
      // It tells the size at first, too: the chart would be drawn twice.
      const { width, height } = plot.current ?? {};
      if (size.width !== width || size.height !== height) plot.current?.setSize(size);
    });
    observer.observe(parent);
    return () => {
      observer.disconnect();
      stop();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [text]);
  // A chart that is new is drawn once: uPlot draws when both effects have run.
  useEffect(() => plot.current?.redraw(false), [[...(notes?.keys() ?? [])].join()]);
  return (
    <>
      <div ref={element} class="plot-canvas muted" />
      {at && <PlotTip {...props} at={at} notes={notes?.get(at.index) ?? []} />}
    </>
  );
}
