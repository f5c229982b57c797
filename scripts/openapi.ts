import { writeAssets } from './lib/openapi.ts';

// npm run build: writes the generated files that the worker serves from public/.
await writeAssets();
