import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiText } from './lib/openapi.ts';
import { root } from './lib/settings.ts';

// npm run build: writes the generated files that the worker serves from public/.
writeFileSync(path.join(root, 'public/openapi.json'), openApiText());
