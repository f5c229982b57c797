import { writeAssets } from './build/assets.ts';
import { writeClient } from './build/client.ts';

// npm run build: writes everything under public/ that is made from sources, and the client.
await writeAssets(writeClient);
