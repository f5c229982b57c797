import { go, here, type Query } from '../../nav/router.ts';
import { allFields, type FieldId } from './fields.ts';

/** Opens the form of the words, at a field. The address keeps it. */
export const startEditing = (field?: FieldId): void => go(here({ edit: field ?? '1' }));

/** Closes the form of the words. */
export const stopEditing = (): void => go(here({ edit: undefined }));

/** The field that the form was opened at: the title if the address names none. */
export const fieldIn = ({ edit }: Query): FieldId => allFields.find(({ id }) => id === edit)?.id ?? 'title';
