// Build time and tests only; the worker never loads it.

import { apiKeyOperations } from './access/api-keys/openapi.ts';
import { shareLinkOperations } from './access/share-links/openapi.ts';
import { signInOperations } from './access/sign-in/openapi.ts';
import { annotationOperations } from './analytics/annotations/openapi.ts';
import { analyticsOperations } from './analytics/openapi.ts';
import { viewOperations } from './analytics/views/openapi.ts';
import { wholeApp } from './app.ts';
import { backupOperations } from './backup/openapi.ts';
import { audienceOperations } from './content/audiences/openapi.ts';
import { pageOperations } from './content/pages/openapi.ts';
import { topicOperations } from './content/topics/openapi.ts';
import { versionOperations } from './content/versions/openapi.ts';
import { healthOperations, sampleDataOperations, systemOperations } from './health/openapi.ts';
import type { Operation, OperationDocs } from './http/openapi/document.ts';
import { type Requirement, requirementOf } from './http/requirements.ts';
import { alertOperations } from './outbound/alerts/openapi.ts';
import { eventOperations } from './outbound/events/openapi.ts';
import { webhookOperations } from './outbound/webhooks/openapi.ts';
import { accountOperations } from './people/accounts/openapi.ts';
import { accountLogOperations, personLogOperations } from './people/logs/openapi.ts';
import { personOperations } from './people/persons/openapi.ts';
import { visitOperations } from './visits/beacons/openapi.ts';
import { campaignOperations } from './visits/campaigns/openapi.ts';
import { experimentOperations } from './visits/experiments/openapi.ts';
import { intakeOperations } from './visits/intake/openapi.ts';
import { keptOperations } from './visits/kept/openapi.ts';
import { leftOutOperations } from './visits/left-out/openapi.ts';
import { pageLinkOperations } from './visits/page-links/openapi.ts';
import { personExportOperations } from './visits/person-export/openapi.ts';
import { audienceSessionOperations } from './visits/sessions/openapi.ts';
import { sourceOperations } from './visits/sources/openapi.ts';
import { tenantDomainOperations } from './visits/tenant-domains/openapi.ts';
import { timelineOperations } from './visits/timelines/openapi.ts';
import { websiteOperations } from './visits/websites/openapi.ts';

/** The documentation of every operation, in the order of the document. */
const docs: OperationDocs = {
  ...personLogOperations,
  ...personOperations,
  ...personExportOperations,
  ...accountOperations,
  ...accountLogOperations,
  ...sourceOperations,
  ...keptOperations,
  ...intakeOperations,
  ...pageOperations,
  ...audienceOperations,
  ...versionOperations,
  ...campaignOperations,
  ...experimentOperations,
  ...audienceSessionOperations,
  ...timelineOperations,
  ...analyticsOperations,
  ...visitOperations,
  ...leftOutOperations,
  ...websiteOperations,
  ...pageLinkOperations,
  ...tenantDomainOperations,
  ...topicOperations,
  ...annotationOperations,
  ...viewOperations,
  ...eventOperations,
  ...webhookOperations,
  ...alertOperations,
  ...apiKeyOperations,
  ...shareLinkOperations,
  ...signInOperations,
  ...backupOperations,
  ...systemOperations,
  ...sampleDataOperations,
  ...healthOperations,
};

/** The paths of routes that are not operations: MCP describes its tools itself. */
export const otherRoutes: ReadonlySet<string> = new Set(['/mcp']);

/** The requirements of every operation's route, by `METHOD /path` with `{name}` for a parameter. */
function routesOf({ routes }: Awaited<ReturnType<typeof wholeApp>>): Map<string, Requirement> {
  const found = new Map<string, Requirement>();
  for (const { method, path, handler } of routes) {
    if (method === 'ALL' || otherRoutes.has(path)) continue;
    const name = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
    found.set(name, { ...found.get(name), ...requirementOf(handler) });
  }
  return found;
}
const routes = routesOf(await wholeApp());

const without = [...routes.keys()].filter((name) => !(name in docs));
if (without.length > 0) throw new Error(`no openapi.ts has ${without.join(', ')}`);

/** Every operation, once: the OpenAPI document and the tests of all routes are made from this list. */
export const operations: readonly Operation[] = Object.entries(docs).map(([name, doc]) => {
  const requirement = routes.get(name);
  if (!requirement) throw new Error(`there is no route ${name}`);
  const [method = '', path = ''] = name.split(' ');
  return { ...doc, ...requirement, method, path };
});
