import { usualZone } from '../lib/usual-zone.ts';
import { here, type Query } from './router.ts';

/**
 * What stands behind the # for the view on the screen, to be opened by others: with its zone, so that its days are the
 * same for a reader who is elsewhere, and without an open dialog.
 */
export const viewAddress = ({ zone = usualZone() }: Query): string => here({ new: undefined, zone }).slice(1);
