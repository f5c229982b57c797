import { writeAssets } from './build/assets.ts';
import { writeClient } from './build/client.ts';
import { writeEventTypes } from './build/event-types.ts';
import { writeRootBits } from './build/root-bits.ts';

// npm run build: writes everything under public/ that is made from sources, the client, the root zone, and the table
// of event types in the documents.
writeEventTypes();
await writeRootBits();
await writeAssets(writeClient);
