import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolSchemas } from '../../src/mcp/schemas/tools.ts';
import { root } from '../lib/settings.ts';

/** Where the Worker reads what models read of tools from. */
export const mcpToolsFile = path.join(root, 'public/mcp-tools.json');

/** The text of the file. */
export const mcpToolsText = (): string => `${JSON.stringify(toolSchemas(), null, 2)}\n`;

/** Writes what models read of tools into public/. */
export const writeMcpTools = (): void => writeFileSync(mcpToolsFile, mcpToolsText());
