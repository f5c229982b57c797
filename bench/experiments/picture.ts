/** The share of experiments that each test has called decided up to each day, although nothing differs. */
export interface Alarms {
  classical: readonly number[];
  sequential: readonly number[];
}

const [left, top, width, height] = [48, 56, 520, 220];
const most = 0.4;

const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .soft { fill: #59636e; font-size: 12px; }
  .grid { stroke: #d1d9e0; }
  .promise { stroke: #59636e; stroke-width: 1.5; stroke-dasharray: 4 4; }
  path { fill: none; stroke-width: 2.5; }
  .classical { stroke: #bc4c00; }
  .sequential { stroke: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .soft { fill: #9198a1; }
    .grid { stroke: #3d444d; }
    .promise { stroke: #9198a1; }
    .classical { stroke: #f0883e; }
    .sequential { stroke: #4493f8; }
  }`;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** An SVG of both tests, for light and dark pages. */
export function picture({ classical, sequential }: Alarms): string {
  const days = classical.length;
  const x = (day: number) => left + (width * day) / days;
  const y = (share: number) => top + height * (1 - share / most);
  const line = (kind: string, from: [number, number], to: [number, number]) =>
    `<line class="${kind}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"/>`;
  const curve = (kind: keyof Alarms, shares: readonly number[]) => {
    const points = shares.map((share, day) => `${x(day + 1).toFixed(1)} ${y(share).toFixed(1)}`);
    return `<path class="${kind}" d="M${x(0)} ${y(0)}L${points.join('L')}"/>`;
  };
  const label = (shares: readonly number[], words: string) =>
    `<text x="${x(days) + 8}" y="${(y(shares.at(-1) ?? 0) + 4).toFixed(1)}">${percent(shares.at(-1) ?? 0)}${words}</text>`;
  const said = (day: number) =>
    `up to day ${day} ${percent(classical[day - 1] ?? 0)} and ${percent(sequential[day - 1] ?? 0)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 304" width="800" height="304" role="img" aria-labelledby="title description">
<title id="title">How many experiments are decided although nothing differs</title>
<desc id="description">A z-test that is looked at daily, and the sequential test of Footfall that is looked at after each visitor: ${[1, 10, 30, days].map(said).join(', ')}. The promise is 5 %.</desc>
<style>${style}
</style>
<text class="title" x="${left}" y="20">Decided although nothing differs</text>
<text class="soft" x="${left}" y="38">share of experiments, up to each day</text>
${[0, 0.1, 0.2, 0.3, 0.4]
  .flatMap((share) => [
    line('grid', [left, y(share)], [left + width, y(share)]),
    `<text class="soft" x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`,
  ])
  .join('\n')}
${[0, 0.25, 0.5, 0.75, 1]
  .map((part) => Math.round(part * days))
  .map(
    (day) =>
      `<text class="soft" x="${x(day)}" y="${top + height + 20}" text-anchor="middle">${day === days ? `day ${day}` : day}</text>`,
  )
  .join('\n')}
${line('promise', [left, y(0.05)], [left + width, y(0.05)])}
<text class="soft" x="${left + width}" y="${y(0.05) - 6}" text-anchor="end">promised: at most 5 %</text>
${curve('classical', classical)}
${curve('sequential', sequential)}
${label(classical, ': z-test, looked at daily')}
${label(sequential, ': this test')}
</svg>
`;
}
