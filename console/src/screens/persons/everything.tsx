import { exportPerson, type Person } from '@footfall/client';
import { ask, useMutation } from '../../data/api.ts';
import { fileName, save } from '../../data/file.ts';
import { nameOf } from '../../data/person-names.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { announce } from '../../lib/toasts.ts';

/** All that is stored of a person, a line of JSON each. */
async function everythingOf(personId: string): Promise<Blob> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(exportPerson, {
      path: { person_id: personId },
      query: cursor === undefined ? {} : { cursor },
    });
    parts.push(...page.lines.map((line) => `${JSON.stringify(line)}\n`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return new Blob(parts, { type: 'application/x-ndjson' });
}

/** A button that saves all that is stored of a person: what they are given who ask for it. */
export function DownloadEverything({ person }: { person: Person }) {
  const { run, isRunning, error } = useMutation((of: Person) => everythingOf(of.personId), {
    onDone: (file) => {
      save(file, fileName(nameOf(person)).replace(/csv$/, 'ndjson'));
      announce('The file was downloaded');
    },
  });
  return (
    <>
      <p>
        <Button isBusy={isRunning} onClick={() => run(person)}>
          Download everything about this person
        </Button>
      </p>
      <NotDone error={error} />
    </>
  );
}
