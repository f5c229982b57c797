import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { type Begun, begunIn, count } from './backup/file.ts';
import { type Header, serviceOptions, withService } from './backup/service.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';

const usage = `usage: npm run export -- FILE.ndjson
  without FILE            prints it; npm run --silent export > FILE.ndjson cannot go on after a stop
  --workspace W           another workspace of the state folder
  --address URL           a service, with the key of the workspace in API_KEY
  --remote [--env E]      the deployment of wrangler.toml, with the key in API_KEY`;

/** Prints lines. Waits when the reader of the output is slow. */
async function print(lines: string): Promise<void> {
  if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
}

// npm run export: writes all data of a workspace as lines of JSON. `wrangler d1 export` refuses databases with FTS5 tables,
// such as ours.
await main(async () => {
  const { values, positionals } = parseOptions({ allowPositionals: true, options: serviceOptions }, usage);
  const [name, ...more] = positionals;
  if (more.length > 0) throw new UserError(usage);
  const file = name === undefined ? undefined : path.resolve(process.env.INIT_CWD ?? '.', name);
  const begun: Begun = file
    ? await begunIn(file)
    : { cursor: undefined, exportId: undefined, isWhole: false, counts: new Map() };
  if (begun.isWhole) throw new UserError(`${name} is a whole export already.`);
  if (begun.cursor) console.log('Goes on where it stopped.');
  await withService(values, async (service) => {
    let { cursor, exportId } = begun;
    const { counts } = begun;
    for (;;) {
      const lines = await service.exportLines(cursor);
      if (file) appendFileSync(file, lines, { mode: 0o600 });
      else await print(lines);
      if (exportId === undefined)
        exportId = (JSON.parse(lines.slice(0, lines.indexOf('\n'))) as Header).footfall.exportId;
      const last = lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1);
      const { part, end } = JSON.parse(last) as {
        part?: { next: string };
        end?: { tables: Record<string, number>; consistentAt: string };
      };
      count(counts, lines.split('\n'));
      if (end) {
        while (!(await service.endExport(exportId)));
        // A row that has changed is there twice, and one that was deleted is not in the number of its table.
        for (const [table, number] of Object.entries(end.tables))
          if ((counts.get(table) ?? 0) < number)
            throw new UserError(
              `the export is not whole: ${counts.get(table) ?? 0} of ${number} rows of ${table}; run it again.`,
            );
        const all = Object.values(end.tables).reduce((sum, count) => sum + count, 0);
        if (file) console.log(`${all.toLocaleString('en')} rows, as they were at ${end.consistentAt}.`);
        return;
      }
      cursor = part?.next;
    }
  });
});
