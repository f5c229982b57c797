import { quoted } from './quoted.ts';

interface Doer {
  type: 'api_key' | 'person' | 'link' | 'tracker' | 'service' | 'command';
  /** The name of the key, or of the person. */
  name?: string | null;
}

/** Who did something, at the beginning of a sentence. */
export function whoDid(actor: Doer | null): string {
  if (actor === null) return 'Something outside Footfall';
  switch (actor.type) {
    case 'api_key':
      return actor.name ? `The key ${quoted(actor.name)}` : 'A key';
    case 'person':
      return actor.name || 'Someone';
    case 'link':
      return 'A sign-in link';
    case 'tracker':
      return 'The tracker';
    case 'service':
      return 'The service';
    case 'command':
      return 'A command';
  }
}
