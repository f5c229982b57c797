import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/lib/settings.ts';
import { operationsOf, readDocument } from './openapi.ts';

/** Where llms.txt is served from. */
export const llmsFile = path.join(root, 'public/llms.txt');

const neededIn = (scopes: string[]) =>
  scopes.length > 0 ? `scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}` : 'no key';

/** The text of llms.txt: a guide that is written by hand, and the operations of the OpenAPI document. */
export function llmsText(): string {
  const document = readDocument();
  const operations = operationsOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const lines = operations
      .filter(({ tag }) => tag === name)
      .map(
        ({ method, path: at, summary, scopes }) => `- \`${method} ${at}\`: ${summary} (${neededIn(scopes)})`,
      );
    return `### ${name}\n\n${description}\n\n${lines.join('\n')}\n`;
  });
  const guide = readFileSync(path.join(import.meta.dirname, 'llms.md'), 'utf8');
  return `${guide}\n## Operations\n\n${sections.join('\n')}`;
}

/** Writes llms.txt into public/. */
export const writeLlms = (): void => writeFileSync(llmsFile, llmsText());
