import { writeAssets } from './lib/assets.ts';
import { writeClient } from './lib/client.ts';

// npm run build: writes everything under public/ that is made from sources, and the client.
await writeAssets();
await writeClient();
