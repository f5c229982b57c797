import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { main, parseOptions, root, UserError } from '../scripts/lib/settings.ts';
import { picture } from './experiments/picture.ts';
import * as sections from './experiments/sections.ts';
import { newReport } from './lib/report.ts';

const usage = `usage: node bench/experiments.ts [--short] [--readme]
Simulates experiments, and exits with 1 if the test of src/lib/sequential.ts breaks a promise.
--short    200 short experiments of each kind, in seconds; without it 10,000, which takes ten minutes
--readme   writes what is printed into docs/developers/experiments-statistics.md, with the picture`;
const page = 'docs/developers/experiments-statistics.md';

await main(() => {
  const options = { short: { type: 'boolean' }, readme: { type: 'boolean' } } as const;
  const { short: isShort = false, readme = false } = parseOptions({ options }, usage).values;
  const [tests, visits] = isShort ? [200, 2000] : [10_000, 20_000];
  const report = newReport({ document: page, start: 'simulation', end: 'end of simulation' });
  let used = 0;
  const seeds = (count = tests) => Array.from({ length: count }, () => used++);
  const run: sections.Run = { ...report, isShort, tests, visits, broken: [], seeds };
  sections.nothingDiffers(run);
  sections.oneIsBetter(run);
  sections.intervalHolds(run);
  sections.visitsCount(run);
  sections.strengths(run);
  const alarms = sections.lookedAt(run);
  if (readme) {
    report.writeReadme();
    writeFileSync(path.join(root, page.replace('.md', '.svg')), picture(alarms));
  }
  if (run.broken.length > 0) throw new UserError(`bounds that do not hold:\n${run.broken.join('\n')}`);
  return Promise.resolve();
});
