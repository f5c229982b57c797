import {
  type Field,
  fieldLabels,
  fieldsOf,
  type Kind,
  type Mapping,
} from '../../../../src/lib/import/fields.ts';
import type { Look } from '../../../../src/lib/import/look.ts';
import { SelectField } from '../../kit/field.tsx';

/** What the select of a column has for one that is left out. */
const none = 'none';

/** The first values of a column, as they are in the file. */
const examplesIn = ({ first }: Look, column: number): string => {
  const values = first.map(({ cells }) => (cells[column] ?? '').replaceAll(/\s+/g, ' ').trim());
  const cut = (value: string) => ([...value].length > 40 ? `${[...value].slice(0, 39).join('')}…` : value);
  return (
    values
      .filter((value) => value !== '')
      .slice(0, 3)
      .map(cut)
      .join(' · ') || 'Empty in the first rows'
  );
};

interface ColumnsProps {
  look: Look;
  kind: Kind;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  /** What a column is that is no field. */
  other?: string;
}

/** What each column is, with the first values: it can be changed. */
export function Columns({ look, kind, mapping, onMapping, other = 'Not imported' }: ColumnsProps) {
  const options = [
    { value: none, label: other },
    ...fieldsOf[kind].map((value) => ({ value, label: fieldLabels[value] })),
  ];
  const choose = (column: number, value: string) =>
    onMapping(
      mapping.map((field, at) => (at === column ? (value === none ? null : (value as Field)) : field)),
    );
  return (
    <fieldset class="import-columns">
      <legend>Columns</legend>
      {look.columns.map((column, at) => (
        <SelectField
          key={column}
          label={column}
          name={`column-${at}`}
          value={mapping[at] ?? none}
          options={options}
          onChange={(value) => choose(at, value)}
          hint={
            <>
              {examplesIn(look, at)}
              {kind === 'persons' && mapping[at] === 'companyName' && (
                <>
                  <br />A company that gets its name from the list stays when its last person is erased.
                </>
              )}
            </>
          }
        />
      ))}
    </fieldset>
  );
}
