// Build time only: scripts/build/mcp-tools.ts makes public/mcp-tools.json from this. The Worker never loads it.
import { mapValues } from 'es-toolkit/object';
import type { ToolSchemas } from '../server/caller.ts';
import { readTools } from '../server/tools.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { outputsOf } from './outputs.ts';
import { argumentsOf } from './parameters.ts';
import { writeSchemas } from './write-tools.ts';

/** What models read of all tools. */
export function toolSchemas(): ToolSchemas {
  const reads = mapValues(readTools, (tool) => ({ input: argumentsOf(tool), answer: tool.answer }));
  const all = { ...reads, ...writeSchemas };
  const { schemas, glossary } = outputsOf(all);
  const tools = mapValues(all, ({ input }, name) => ({
    input: jsonSchemaOf(input, 'input'),
    output: schemas[name] ?? {},
  }));
  return { glossary, tools };
}
