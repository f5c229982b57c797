import { writeClient } from './lib/client.ts';
import { writeAssets } from './lib/openapi.ts';

// npm run build: writes the generated files that the worker serves from public/, and the client.
await writeAssets();
await writeClient();
