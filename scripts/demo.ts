import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assertAnswers, loadDemo } from './lib/demo.ts';
import { main, port, stateDir, UserError } from './lib/settings.ts';

// npm run demo: loads the demo data into the server on PORT, with API_KEY or the key that npm start made.
await main(async () => {
  const address = `http://127.0.0.1:${port()}`;
  await assertAnswers(address);
  await loadDemo(address, process.env.API_KEY || storedKey());
});

function storedKey(): string {
  try {
    return readFileSync(path.join(stateDir(), 'demo-key'), 'utf8').trim();
  } catch {
    throw new UserError(`no demo key in ${stateDir()}: set API_KEY, or STATE_DIR as for npm start.`);
  }
}
