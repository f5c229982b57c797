/** Something that is marked on a chart. */
export interface Marked {
  at: string;
  text: string;
}

/** So many texts of a step are beside the pointer: all are below the chart. */
const most = 3;

const shortened = (texts: string[]): string[] =>
  texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : texts;

/**
 * What the pointer says of what is marked, by the index of the step of a chart in which it happened: the texts in the order
 * in which they are given.
 */
export function marksIn(
  steps: readonly { start: string; end: string }[],
  marked: readonly Marked[],
): Map<number, string[]> {
  const times = steps.map(({ start, end }) => [Date.parse(start), Date.parse(end)] as const);
  const marks = new Map<number, string[]>();
  for (const { at, text } of marked) {
    const time = Date.parse(at);
    const index = times.findIndex(([start, end]) => start <= time && time < end);
    if (index >= 0) marks.set(index, [...(marks.get(index) ?? []), text]);
  }
  return new Map(Array.from(marks, ([index, texts]) => [index, shortened(texts)]));
}
