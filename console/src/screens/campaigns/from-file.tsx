import { useMemo, useState } from 'preact/hooks';
import { identifying, type Mapping } from '../../../../src/lib/import/fields.ts';
import { listRows } from '../../../../src/lib/import/look.ts';
import { type Country, countries } from '../../../../src/lib/import/phone.ts';
import type { Row } from '../../../../src/lib/import/rows.ts';
import { mostRows } from '../../../../src/visits/campaigns/limits.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { Empty } from '../../kit/states.tsx';
import { number, plural } from '../../lib/format.ts';
import { ChooseFile } from '../import-list/choose-file.tsx';
import { Columns } from '../import-list/columns.tsx';
import { openFile, type Source } from '../import-list/file.ts';
import { Compose, type ComposeProps } from './compose.tsx';
import { firstMapping, peopleOf, planOf, suggestedName } from './people.ts';

/** A file with its rows. */
interface Read extends Source {
  rows: Row[];
}
async function rowsIn(source: Source): Promise<Read> {
  const rows: Row[] = [];
  for await (const some of listRows(openFile(source.file), source.look)) {
    rows.push(...some);
    if (rows.length > mostRows) break;
  }
  return { ...source, rows };
}

type PartProps = Omit<ComposeProps, 'list' | 'name' | 'columns'>;

/** The people of a file: how its columns are read can be changed. */
export function FromFile(props: PartProps) {
  const [read, setRead] = useState<Read>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const [country, setCountry] = useState<Country>();
  const take = async (source: Source) => {
    setMapping(firstMapping(source.look));
    setRead(await rowsIn(source));
    props.onDirty(true);
  };
  const list = useMemo(
    () => read && peopleOf(read.rows, planOf(read.look.columns, mapping, country)),
    [read, mapping, country],
  );
  if (!read || !list) return <ChooseFile onSource={take} />;
  const { look, file } = read;
  if (look.count > mostRows) {
    return (
      <Empty title={`${file.name} has ${number(look.count)} rows`}>
        <p>A campaign takes {number(mostRows)} people. Cut the list into several files.</p>
        <p>
          <Button onClick={() => setRead(undefined)}>Choose another file</Button>
        </p>
      </Empty>
    );
  }
  const isNobody = !identifying.persons.some((field) => mapping.includes(field));
  const ofPerson = mapping.filter((field) => field !== null).length;
  const columns = (
    <details open={isNobody || undefined}>
      <summary>
        {file.name}: {plural(look.count, 'row')}, {plural(ofPerson, 'column')} of the person,{' '}
        {number(mapping.length - ofPerson)} for the words
      </summary>
      <div class="stack">
        {isNobody && (
          <p class="banner" role="alert">
            No column says who somebody is. Choose the one with the email.
          </p>
        )}
        <Columns look={look} kind="persons" mapping={mapping} onMapping={setMapping} other="For the words" />
        {mapping.includes('phoneNumber') && (
          <SelectField
            label="Phone numbers without a country"
            name="country"
            value={country ?? ''}
            options={[
              { value: '', label: 'Refuse them' },
              ...Object.entries(countries)
                .map(([value, { name, code }]) => ({ value, label: `${name} (+${code})` }))
                .toSorted((a, b) => a.label.localeCompare(b.label)),
            ]}
            onChange={(value) => setCountry((value || undefined) as Country | undefined)}
          />
        )}
      </div>
    </details>
  );
  return <Compose {...props} list={list} name={suggestedName(file.name)} columns={columns} />;
}
