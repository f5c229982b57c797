import { useState } from 'preact/hooks';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import { viewerZone, zoneName } from '../lib/format.ts';
import { go, here } from '../nav/router.ts';
import type { Range } from './range.ts';

const zones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** A dialog that chooses the first and the last day of a range, and its time zone. */
export function CustomRange({ range, onClose }: { range: Range; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const save = ({ from, to, zone }: Record<string, string>) => {
    if (!from || !to || from > to) {
      setProblem('The last day must not be before the first.');
      return;
    }
    go(here({ from, to, range: undefined, zone: zone === viewerZone ? undefined : zone }));
    onClose();
  };
  return (
    <Dialog title="Range" onClose={onClose}>
      <Form submit="Show" onSubmit={save} onCancel={onClose}>
        <TextField label="First day" name="from" type="date" value={range.firstDay} />
        <TextField label="Last day" name="to" type="date" value={range.lastDay} error={problem} />
        <SelectField
          label="Time zone"
          name="zone"
          value={range.zone}
          options={zones().map((zone) => ({ value: zone, label: zoneName(zone) }))}
        />
      </Form>
    </Dialog>
  );
}
