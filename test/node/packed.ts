import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { root } from './processes.ts';

export const run = promisify(execFile);
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/**
 * A package of this repository as its users get it: packed, and installed in a project of its own, with the commands of
 * its README. Both are there once tests run.
 */
export function packedPackage(name: string) {
  const project = mkdtempSync(path.join(tmpdir(), `footfall-${name}-`));
  const readme = read(`packages/${name}/README.md`);
  const packed: string[] = [];
  const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);

  beforeAll(async () => {
    const lines = readme.split('\n');
    const pack = lines.find((line) => line.startsWith('npm pack')) ?? '';
    const install = lines.find((line) => line.endsWith('.tgz')) ?? '';
    expect(pack).toContain('../your-project');
    const sh = (command: string, cwd: string) => run('sh', ['-c', command], { cwd });
    const { stdout } = await sh(`${pack.replace('../your-project', project)} --json`, root);
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
    packed.push(...files.map((file) => file.path));
    write('package.json', '{ "private": true, "type": "module" }');
    await sh(`${install} --offline --no-audit`, project);
  });
  afterAll(() => rmSync(project, { recursive: true }));

  /** Compiles modules in a folder of the project, as strictly as can be, and returns what the compiler says. */
  async function compile(folder: string, files: Record<string, string>, options: object): Promise<string> {
    mkdirSync(path.join(project, folder));
    for (const [file, text] of Object.entries(files)) write(`${folder}/${file}`, text);
    // The types of the package are checked too.
    const common = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      skipLibCheck: false,
    };
    const compilerOptions = { ...common, strict: true, ...options };
    write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const compiled = run(process.execPath, [tsc, '-p', folder], { cwd: project });
    return (await compiled.catch((error) => error)).stdout;
  }
  /** Checks the types of modules, by the way in which modules find each other, and returns what the compiler says. */
  const checkTypes = (moduleResolution: string, files: Record<string, string>) =>
    compile(moduleResolution, files, {
      module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
      moduleResolution,
      noEmit: true,
    });

  return { project, readme, packed, write, compile, checkTypes };
}
