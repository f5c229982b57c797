import * as z from 'zod/mini';
import type { OperationDocs } from '../http/openapi/document.ts';
import { Health } from './schemas.ts';

/** Not the literal `3.1.1`: of a constant beside other members, generators make a value in place of a type. */
const version = z.string().check(z.regex(/^3\.1\.\d+$/), z.meta({ maxLength: 10 }));

export const healthOperations: OperationDocs = {
  'GET /health': {
    id: 'getHealth',
    tag: 'Service',
    summary: 'Say whether the worker runs, and D1 answers and is migrated',
    answer: { schema: Health, example: { status: 'ok', d1: 'ok' }, description: 'All is well.' },
    errors: ['rate_limited'],
  },
  'GET /openapi.json': {
    id: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'Read this document',
    answer: {
      schema: z.looseObject({ openapi: version }).check(z.meta({ id: 'OpenApiDocument' })),
      example: { openapi: '3.1.1' },
      description: 'An OpenAPI 3.1 document.',
    },
  },
};
