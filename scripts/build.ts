import { writeAssets } from './build/assets.ts';
import { writeClient } from './build/client.ts';
import { writeRootBits } from './build/root-bits.ts';

// npm run build: writes everything under public/ that is made from sources, the client, and the root zone.
await writeRootBits();
await writeAssets(writeClient);
