import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from '../../src/visits/experiments/unit.ts';
import { anyVisitor, armVectors } from '../arms.ts';
import { seed } from '../turns.ts';
import { root } from './processes.ts';

// The lines with which other languages choose the arm of a visitor.

const document = readFileSync(path.join(root, 'docs/developers/experiments.md'), 'utf8');
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(document)?.[1] ?? '';

const programs: [command: string, program: string][] = [
  [
    'python3',
    `import json, sys\n${blockOf('python')}\nprint(json.dumps([place(*case) for case in json.load(sys.stdin)]))`,
  ],
  [
    'php',
    `${blockOf('php')} echo json_encode(array_map(fn ($case) => place(...$case), json_decode(stream_get_contents(STDIN), true)));`,
  ],
];
/** A machine need not have both. */
const there = programs.filter(([command]) => spawnSync(command, ['--version']).status === 0);

test.each(there)(
  'the lines for %s choose as the service does, for any visitor and weights',
  (command, program) => {
    const vectors = armVectors.map(([experimentId, visitor, weights]) => ({
      experimentId,
      visitor,
      weights,
    }));
    const any = fc.sample(anyVisitor, { numRuns: 500, seed: seed === 'all' ? 1 : seed });
    const cases = [...vectors, ...any].map(({ experimentId, visitor, weights }) => [
      experimentId,
      visitor,
      weights,
    ]) as [string, string, number[]][];
    const { stdout, stderr } = spawnSync(command, [command === 'php' ? '-r' : '-c', program], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const places = cases.map((one) => placeOf(...one));
    expect(JSON.parse(stdout)).toEqual(places.map(({ arm, unit }) => [arm, unit]));
  },
);

test('the table of the document has the vectors', () => {
  const rows = armVectors.map(
    ([, visitor, weights, arm, unit]) => `| \`${visitor}\` | ${weights.join(', ')} | ${arm} | \`${unit}\` |`,
  );
  expect(document).toContain(rows.join('\n'));
});
