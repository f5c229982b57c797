import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import spectralParsers from '@stoplight/spectral-parsers';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { csvColumnsFile, csvColumnsText } from './build/csv-columns.ts';
import { mcpToolsFile, mcpToolsText } from './build/mcp-tools.ts';
import { openApiText } from './build/openapi.ts';
import { openApiFile as file } from './build/openapi-file.ts';
import { main, UserError } from './lib/settings.ts';

/** Findings of Redocly's recommended rules, warnings included. */
async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: file, config });
  return problems.map(({ severity, ruleId, message, location }) => {
    return `redocly ${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`;
  });
}

/** The severity of an error in Spectral. */
const error = 0;

/** Findings of Spectral's OpenAPI and OWASP API Security Top 10 (2023) rules, errors only. */
async function spectral(source: string): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  const ruleset = { extends: [spectralRulesets.oas, [owasp, 'recommended']] };
  linter.setRuleset(ruleset as unknown as RulesetDefinition);
  // Rules that only warn are not ours, and Redocly has looked at the examples, which take most of the time.
  for (const [name, rule] of Object.entries(linter.ruleset?.rules ?? {}))
    if (rule.severity !== error || /-example$/.test(name)) rule.enabled = false;
  const findings = await linter.run(new spectralCore.Document(source, spectralParsers.Json, file));
  return findings
    .filter(({ severity }) => severity === error)
    .map(({ code, path, message }) => `spectral error ${code} ${path.join('/')}: ${message}`);
}

// npm run openapi:lint: fails when public/openapi.json, or what is made from it, is stale or a linter finds anything.
await main(async () => {
  const source = readFileSync(file, 'utf8');
  if (source !== openApiText())
    throw new UserError('public/openapi.json is stale: run npm run build and commit it.');
  if (readFileSync(csvColumnsFile, 'utf8') !== csvColumnsText())
    throw new UserError('public/csv-columns.json is stale: run npm run build and commit it.');
  if (readFileSync(mcpToolsFile, 'utf8') !== mcpToolsText())
    throw new UserError('public/mcp-tools.json is stale: run npm run build and commit it.');
  const findings = [...(await redocly(source)), ...(await spectral(source))];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) throw new UserError(`${findings.length} findings in public/openapi.json.`);
  console.log('openapi.json: Redocly and Spectral (OWASP) find no error.');
});
