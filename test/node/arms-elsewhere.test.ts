import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { armVectors } from '../arms.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/developers/experiments.md'), 'utf8');
/** The code of the page in a language. */
const codeIn = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

const [[experimentId = ''] = []] = armVectors;
const cases = JSON.stringify(armVectors.map(([, visitor, weights]) => [visitor, weights]));
const placesBy = (command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as unknown;
};
const lacks = (command: string) => spawnSync(command, ['--version']).status !== 0;
const expected = armVectors.map(([, , , arm, unit]) => [arm, unit]);

test('the page has the vectors', () => {
  for (const [, visitor, weights, arm, unit] of armVectors)
    expect(page).toContain(`| \`${visitor}\` | ${weights.join(', ')} | ${arm} | \`${unit}\` |`);
});

test.skipIf(lacks('python3'))('the Python of docs/developers/experiments.md finds the arms', () => {
  const run = `import json, sys\nprint(json.dumps([place(sys.argv[1], v, w) for v, w in json.loads(sys.argv[2])]))`;
  expect(placesBy('python3', ['-c', `${codeIn('python')}\n${run}`, experimentId, cases])).toEqual(expected);
});

test.skipIf(lacks('php'))('the PHP of docs/developers/experiments.md finds the arms', () => {
  const run =
    'echo json_encode(array_map(fn($one) => place($argv[1], ...$one), json_decode($argv[2], true)));';
  expect(placesBy('php', ['-r', `${codeIn('php')}\n${run}`, '--', experimentId, cases])).toEqual(expected);
});
