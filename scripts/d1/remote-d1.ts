import { configArgs, databasesOf, type Target, wrangler } from '../lib/wrangler.ts';
import { type Databases, type Row, toText } from './sql.ts';

/** The deployed databases of an environment, which are reached through wrangler. */
export async function remoteDatabases(target: Target): Promise<Databases> {
  const where = ['--remote', ...(await configArgs(target))];
  const run: Databases['run'] = async (binding, statements) => {
    const command = statements.map((statement) => `${toText(statement)};`).join('\n');
    const args = ['d1', 'execute', binding, ...where, '--json', '--yes', '--command', command];
    const printed = await wrangler(args);
    const results = JSON.parse(printed.slice(printed.indexOf('['))) as { results: Row[] }[];
    return results.map(({ results }) => results);
  };
  return {
    bindings: (await databasesOf(target)).map(({ binding }) => binding),
    run,
    batch: run,
    migrate: async (binding) => {
      const printed = await wrangler(['d1', 'migrations', 'apply', binding, ...where]);
      return [...new Set(printed.match(/\b\d{4}_\w+\.sql\b/g))];
    },
    close: () => Promise.resolve(),
  };
}
