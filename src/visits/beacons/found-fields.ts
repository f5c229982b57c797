import { uniq } from 'es-toolkit/array';
import { isFieldName } from '../../content/pages/fields.ts';
import { longestReport } from './limits.ts';

/**
 * The names of fields in a list that is separated by commas, each once. The tracker cuts a longer list, perhaps within its
 * last name.
 */
export function namesIn(list: string): string[] {
  const names = list.split(',');
  if (list.length >= longestReport) names.pop();
  return uniq(names).filter(isFieldName);
}
