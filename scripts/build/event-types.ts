import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventsByType, eventTypes } from '../../src/vocabulary/events.ts';
import { root } from '../lib/settings.ts';

/** Writes the table of all event types into docs/developers/events.md. */
export function writeEventTypes(): void {
  const file = path.join(root, 'docs/developers/events.md');
  const rows = eventTypes.map((type) => `| \`${type}\` | ${eventsByType[type].text} |\n`).join('');
  const table = /(?<=\| type \| what it says \|\n\| --- \| --- \|\n)(?:\|.*\n)*/;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(table, () => rows),
  );
}
