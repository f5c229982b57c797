import { env } from 'cloudflare:workers';
import { isTurn, seed } from '../../turns.ts';

/** Whether each story is told: in npm run test:all, and when MODEL_RUNS, MODEL_PATH or MODEL_SHRINK asks for stories. */
export const areAllTold = seed === 'all' || env.MODELS.areChosen;

/** Whether the story with this place is told. In npm test one in three has its turn. */
export const isTold = (place: number): boolean => areAllTold || isTurn(place, 3);
