import { validationError } from '../../lib/errors.ts';
import { parseTimestamp, toTimestamp } from '../../lib/time.ts';
import { instantOf, isTimeZone } from '../../lib/time-zone.ts';
import type { Arguments } from './arguments.ts';

/**
 * The arguments with an instant in place of each date, because a model names days and the API takes instants. It refuses
 * what is neither. Throws `validation_failed` when there is no such time zone.
 */
export function withInstants(given: Arguments): Arguments {
  const zone = String(given.timezone ?? 'UTC');
  if (!isTimeZone(zone)) {
    const message = 'must be a time zone of IANA by its name, such as Europe/Berlin or UTC';
    throw validationError([{ in: 'query', path: 'timezone', code: 'not_allowed', message }]);
  }
  const instants = ['startDate', 'endDate'].flatMap((name) => {
    const midnight = parseTimestamp(`${given[name]}T00:00:00Z`);
    return midnight === undefined ? [] : [[name, toTimestamp(instantOf(midnight, zone))]];
  });
  return { ...given, ...Object.fromEntries(instants) };
}
