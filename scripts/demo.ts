import { storedKey } from '../demo/keys.ts';
import { assertAnswers } from '../demo/load/client.ts';
import { loadDemo } from '../demo/load/demo.ts';
import { main, port } from './lib/settings.ts';
import { stateDir } from './state/dir.ts';

// npm run demo: loads the demo data into the server on PORT, with API_KEY or the key that npm start created.
await main(async () => {
  const address = `http://127.0.0.1:${port()}`;
  await assertAnswers(address);
  const site = `http://127.0.0.1:${process.env.SITE_PORT || port() + 1}`;
  await loadDemo({ address, key: process.env.API_KEY || storedKey(stateDir()), site });
});
