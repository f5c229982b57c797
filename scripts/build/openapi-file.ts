import path from 'node:path';
import { root } from '../lib/settings.ts';

/** Where the worker serves the OpenAPI document from. */
export const openApiFile = path.join(root, 'public/openapi.json');
