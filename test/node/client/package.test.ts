import { existsSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import * as client from '#footfall/client';
import { bodyOf } from '../../../src/outbound/webhooks/format/formats.ts';
import { migratedStateDir } from '../migrated.ts';
import { packedPackage, read, run } from '../packed.ts';
import { cleanUp, startServer } from '../processes.ts';

const { project, readme, packed, write, compile, checkTypes } = packedPackage('client');
afterAll(cleanUp);

test('the package has code with types, its README and its licence, and nothing else', () => {
  const rest = packed.filter((file) => !/^dist\/(?:[\w-]+|generated\/[\w./-]+)\.(?:js|d\.ts)$/.test(file));
  expect(rest.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  const compiled = packed.filter((file) => file.endsWith('.js'));
  expect(compiled).toContain('dist/index.js');
  const types = compiled.map((file) => file.replace(/js$/, 'd.ts'));
  expect(types.filter((file) => !packed.includes(file))).toEqual([]);
});

test('the package has no dependencies', () => {
  const { dependencies, peerDependencies, ...manifest } = JSON.parse(read('packages/client/package.json'));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  expect(manifest).toMatchObject({ type: 'module', sideEffects: false });
});

/** The code blocks of a text in Markdown, without commands. */
const blocksOf = (text = '') =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].flatMap(([, language, code = '']) =>
    language === 'sh' ? [] : [code],
  );

/** A code block of the package's README as a module, with what it expects around it. */
function moduleOf(code: string): string {
  const given = `declare const page_id: string;
    declare const process: { env: Record<string, string | undefined> };`;
  if (code.startsWith('import')) return code + given;
  const names = Object.keys(client).filter((name) => code.includes(name));
  return `import { type Footfall, ${names.join(', ')} } from '@footfall/client';
    declare const client: Footfall;
    declare const request: Request;
    ${code} ${given}`;
}

test.each(['nodenext', 'bundler'])(
  'its types accept its README, and refuse wrong fields (moduleResolution %s)',
  async (moduleResolution) => {
    const uses = read('packages/client/test/types.ts').replace('../src/index.ts', '@footfall/client');
    const examples = blocksOf(readme).map(moduleOf);
    expect(examples).toHaveLength(9);
    const files = [uses, ...examples].map((text, index) => [`${index}.ts`, text]);
    expect(await checkTypes(moduleResolution, Object.fromEntries(files))).toBe('');
  },
);

test.each([
  [
    'node16',
    "export const load = async () => (await import('@footfall/client')).createFootfall({ baseUrl: '' });",
  ],
  [
    'nodenext',
    "import { createFootfall } from '@footfall/client';\nexport const client = createFootfall({ baseUrl: '' });",
  ],
])('a CommonJS file compiles with module %s, and runs', async (module, text) => {
  const folder = `commonjs-${module}`;
  expect(await compile(folder, { 'index.cts': text }, { module })).toBe('');
  for (const node of nodes) await run(node, [`${folder}/index.cjs`], { cwd: project });
});

/** The Node of this process, and that of the machine, which may be older. */
const nodes = [process.execPath, '/usr/bin/node'].filter(existsSync);

test('the example of docs/developers/client.md prints what it says', async () => {
  const { address, key } = await startServer(migratedStateDir());
  const [example = '', output] = blocksOf(read('docs/developers/client.md'));
  write('example.mjs', example.replace('http://127.0.0.1:8787', address));
  for (const node of nodes) {
    const { stdout } = await run(node, ['example.mjs'], { cwd: project, env: { KEY: key } });
    expect(stdout).toBe(output);
  }
});

/** The header fields of a delivery that is made now, by the library of the standard. */
function signed(secret: string, body: string): Record<string, string> {
  return {
    'webhook-id': 'event_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': new Webhook(secret).sign('event_1', new Date(), body),
  };
}
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('verifyWebhook verifies what the library of the standard signs', async () => {
  const body = '{"type":"person.created","name":"Zoë"}';
  const headers = signed(secret, body);
  const [, , example = ''] = blocksOf(read('docs/developers/client.md'));
  const given = `const request = new Request('https://receiver.example/', ${JSON.stringify({ method: 'POST', headers, body })});
    const env = ${JSON.stringify({ WEBHOOK_SECRET: secret })};`;
  write('receiver.mjs', `${given} ${example} console.log(JSON.stringify(event));`);
  for (const node of nodes) {
    const { stdout } = await run(node, ['receiver.mjs'], { cwd: project });
    expect(stdout).toBe(`${body}\n`);
  }
});

test('the Worker of docs/developers/automation.md mails what a channel of Teams would show', async () => {
  const [worker = ''] = blocksOf(read('docs/developers/automation.md')).filter((code) =>
    code.startsWith('import'),
  );
  write('mail.js', worker);
  const said = { text: 'Zoë Lindqvist opened Pricing.', at: '/persons?open=x' };
  const body = bodyOf('teams', [said], 'https://footfall.example');
  write(
    'mailed.mjs',
    `import worker from './mail.js';
    const EMAIL = { send: (mail) => console.log(JSON.stringify(mail)) };
    const env = { EMAIL, WEBHOOK_SECRET: ${JSON.stringify(secret)} };
    for (const headers of [${JSON.stringify(signed(secret, body))}, {}]) {
      const request = new Request('https://mail.example/', { method: 'POST', headers, body: ${JSON.stringify(body)} });
      const response = await worker.fetch(request, env);
      console.log(response.status, await response.text());
    }`,
  );
  const { stdout } = await run(process.execPath, ['mailed.mjs'], { cwd: project });
  const [mail = '', ...answers] = stdout.trimEnd().split('\n');
  expect(JSON.parse(mail)).toEqual({
    from: 'footfall@northwind.example',
    to: 'marketing@northwind.example',
    subject: said.text,
    text: `${said.text}\n\nhttps://footfall.example/console/#${said.at}`,
  });
  expect(answers).toEqual(['204 ', '400 header_missing']);
});
