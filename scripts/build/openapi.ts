import { writeFileSync } from 'node:fs';
import { createDocument } from 'zod-openapi';
import { headers } from '../../src/http/openapi/answers.ts';
import { pathsOf } from '../../src/http/openapi/document.ts';
import { tags } from '../../src/http/openapi/tags.ts';
import { operations } from '../../src/operations.ts';
import { version } from '../../src/vocabulary/version.ts';
import { openApiFile } from './openapi-file.ts';

/** An invisible character of a pattern as JSON escapes it. */
const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text of the OpenAPI document, from the schemas that validate requests. */
export const openApiText = (): string =>
  `${JSON.stringify(openApiDocument(), null, 2).replace(/\p{Cf}/gv, escapeOf)}\n`;

/** Writes the OpenAPI document into public/. */
export const writeOpenApi = (): void => writeFileSync(openApiFile, openApiText());

/** The OpenAPI document. */
export const openApiDocument = () =>
  createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Footfall',
      version,
      summary: 'Page audiences and person tracking at the edge',
      description:
        'Persons and their companies, and logs of what they did. Pages, their audiences and what each of them sees. ' +
        'Visits, sessions and analytics.\n\nSend your API key in the header field `x-api-key`. Operations with ' +
        '`x-addition` go beyond the interface specification. Every failure is a problem (RFC 9457) with a `code` of a ' +
        'closed list: [each code has a page](/docs/problems/) that says what it means and what to do.',
      contact: { name: 'Who operates this deployment' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'https://{host}',
        description: 'Production: your deployment',
        'x-internal': false,
        variables: {
          host: { default: 'footfall.your-subdomain.workers.dev', description: 'Where it is deployed.' },
        },
      },
    ],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(operations),
    components: {
      headers,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A key of this deployment: `npm run key -- create`.',
        },
        cloudflareAccess: {
          type: 'apiKey',
          in: 'header',
          name: 'Cf-Access-Jwt-Assertion',
          description:
            'The token that Cloudflare Access adds to a request of a person who has signed in to it.',
        },
      },
    },
  });
