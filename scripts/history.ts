import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './d1/landed.ts';
import {
  earlierFolder,
  earlierSchemas,
  historyFile,
  migrationsOfSpans,
  type Span,
  schemasFile,
} from './d1/migration-history.ts';
import { migrations } from './d1/migrations.ts';
import { main, root, UserError } from './lib/settings.ts';

/** The first commit whose databases can be upgraded, and the last one that edited a migration that was committed. */
const [oldest, newest] = ['828597c', 'b682290'];

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 }).trimEnd();

/** The migrations of a commit: the ids of their texts in git, by name. */
const blobsOf = (commit: string): Map<string, string> =>
  new Map(
    git('ls-tree', `${commit}:drizzle`)
      .split('\n')
      .map((line) => line.split(/\s+/))
      .flatMap(([, , blob, name]) => (blob && name?.endsWith('.sql') ? [[name, blob] as const] : [])),
  );

// npm run db:history: walks all commits, and writes what is known of the migrations of each: spans of commits, the texts
// that are not in drizzle/ any more, and the schemas that their databases may have. Needs a clone that is not shallow.
await main(async () => {
  const commits = git('log', '--reverse', '--topo-order', '--format=%h', `${oldest}^..${newest}`).split('\n');
  if (!commits[0]?.startsWith(oldest)) throw new UserError('this clone does not have the whole history.');
  const today = new Set(migrations().map(({ name, text }) => `${name} ${hashOf(text)}`));
  for (const folder of readdirSync(earlierFolder))
    rmSync(path.join(earlierFolder, folder), { recursive: true });
  const spans: Span[] = [];
  const seen = new Set<string>();
  let before = new Map<string, string>();
  for (const commit of commits) {
    const blobs = blobsOf(commit);
    const changed = [...blobs].filter(([name, blob]) => before.get(name) !== blob);
    const gone = [...before.keys()].filter((name) => !blobs.has(name));
    before = blobs;
    const span = spans.at(-1);
    if (span && changed.length + gone.length === 0) {
      Object.assign(span, { last: commit, commits: (span.commits ?? 0) + 1 });
      continue;
    }
    const changes: Span['changes'] = Object.fromEntries(gone.map((name) => [name, null]));
    for (const [name, blob] of changed) {
      const text = execFileSync('git', ['cat-file', 'blob', blob], { cwd: root, encoding: 'utf8' });
      const hash = hashOf(text);
      changes[name] = hash;
      if (today.has(`${name} ${hash}`) || seen.has(`${name} ${hash}`)) continue;
      seen.add(`${name} ${hash}`);
      mkdirSync(path.join(earlierFolder, commit), { recursive: true });
      writeFileSync(path.join(earlierFolder, commit, name), text);
    }
    spans.push({ first: commit, last: commit, commits: 1, changes });
  }
  const last = spans.at(-1);
  delete last?.last;
  delete last?.commits;
  writeFileSync(historyFile, `${JSON.stringify(spans, null, 2)}\n`);
  writeFileSync(schemasFile, `${JSON.stringify(earlierSchemas(spans), null, 2)}\n`);
  for (const { span, files } of migrationsOfSpans(spans))
    console.log(`${span.first} ${span.last ?? '…'}: ${files.length} migrations`);
});
