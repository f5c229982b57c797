import { isProblem, openAudienceVersion, updateAudience } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { patch, refetch } from '../../data/query.ts';
import { errorAt, fieldErrors } from '../../lib/problem.ts';
import { toast } from '../../lib/toasts.ts';
import { type Loaded, loadAudience, pathOf } from './data.ts';
import { differing, updateOf, type Values, valuesOf } from './words.ts';

/**
 * Saves words in the draft, which the service opens if there is none. Throws `precondition_failed` when somebody changed the
 * audience since it was loaded.
 */
export async function saveWords(loaded: Loaded, values: Values): Promise<Loaded> {
  const path = pathOf(loaded);
  const body = updateOf(loaded.page, valuesOf(loaded), values);
  if (Object.keys(body).length > 0) await ask(updateAudience, { path, body, headers: loaded.match });
  else await ask(openAudienceVersion, { path, body: {}, headers: loaded.match });
  return loadAudience(path);
}

export interface Draft {
  values: Values;
  set: (values: Values) => void;
  isDirty: boolean;
  isRunning: boolean;
  error: unknown;
  fieldError: (path: string) => string | undefined;
  /** Increases when the texts of the fields are replaced. */
  generation: number;
  /** Saves what is written, and says so unless it is quiet. Resolves to the new state, or to undefined if it was refused. */
  save: (options?: { isQuiet?: boolean }) => Promise<Loaded | undefined>;
  /** Saves these words in place of all that is written, and then says something, if anything. Resolves as `save` does. */
  replace: (values: Values, said?: (saved: Loaded) => string) => Promise<Loaded | undefined>;
  /** Forgets what is written. Returns a function that brings it back. */
  discard: () => () => void;
  /** What somebody else has saved meanwhile. */
  theirs: Loaded | undefined;
  /** What was loaded when the editing began. */
  base: Loaded;
  /** Shows what somebody else has saved. */
  look: (theirs: Loaded | undefined) => void;
  /** Ends a conflict: goes on from their state with these words, and saves them. */
  choose: (values: Values) => Promise<Loaded | undefined>;
}

const savedIn = ({ audience: { archivedAt, latestVersion } }: Loaded): string =>
  archivedAt ? 'Saved' : `Saved in version ${latestVersion.versionNumber}`;

/** The words as they are written, until they are saved. */
export function useDraft(loaded: Loaded): Draft {
  const [base, setBase] = useState(loaded);
  const [values, setValues] = useState(() => valuesOf(loaded));
  const [generation, setGeneration] = useState(0);
  const [theirs, setTheirs] = useState<Loaded | undefined>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const isDirty = differing(base.page, valuesOf(base), values).length > 0;

  const begin = (from: Loaded, written = valuesOf(from)) => {
    setBase(from);
    setValues(written);
    setGeneration((count) => count + 1);
    setTheirs(undefined);
    setError(undefined);
  };
  // Words that nobody has touched follow the service.
  useEffect(() => {
    if (!isDirty && !isRunning && loaded !== base) {
      const isSame = differing(loaded.page, valuesOf(loaded), values).length === 0;
      if (isSame) setBase(loaded);
      else begin(loaded);
    }
  }, [loaded, isDirty, isRunning]);

  const saveFrom = async (
    from: Loaded,
    written: Values,
    { isQuiet = false, isSecond = false, said = savedIn } = {},
  ): Promise<Loaded | undefined> => {
    const before = valuesOf(from);
    setRunning(true);
    setError(undefined);
    try {
      const saved = await saveWords(from, written);
      // At once, so that the fields do not fall back to what was loaded before.
      patch<Loaded>('audience', (shown) =>
        shown.audience.audienceId === saved.audience.audienceId ? saved : shown,
      );
      begin(saved);
      refetch();
      const undo = async () => {
        try {
          await saveWords(saved, before);
          toast('The content is as before');
        } catch {
          toast('The content has changed since, so nothing was undone');
        }
        refetch();
      };
      if (!isQuiet) toast(said(saved), { undo });
      return saved;
    } catch (failure) {
      if (!isProblem(failure, 'precondition_failed')) {
        setError(failure);
        return undefined;
      }
      const now = await loadAudience(pathOf(from)).catch(() => undefined);
      // Another state with the same content, such as a version that became live, is not a conflict. Nor are these very
      // words, when the answer to the first attempt was lost.
      const isSame =
        now && [before, written].some((words) => differing(now.page, words, valuesOf(now)).length === 0);
      if (now && isSame && !isSecond) return await saveFrom(now, written, { isQuiet, isSecond: true, said });
      if (now) setTheirs(now);
      else setError(failure);
      return undefined;
    } finally {
      setRunning(false);
    }
  };
  const fields = fieldErrors(error);
  return {
    values,
    set: setValues,
    isDirty,
    isRunning,
    error,
    fieldError: (path) => errorAt(fields, path),
    generation,
    save: ({ isQuiet = false } = {}) => saveFrom(base, values, { isQuiet }),
    replace: (written, said) => {
      begin(loaded, written);
      return saveFrom(loaded, written, said ? { said } : { isQuiet: true });
    },
    discard: () => {
      begin(loaded);
      return () => {
        setValues(values);
        setGeneration((count) => count + 1);
      };
    },
    theirs,
    base,
    look: setTheirs,
    choose: (chosen) => {
      if (!theirs) return Promise.resolve(undefined);
      const from = theirs;
      begin(from, chosen);
      return differing(from.page, valuesOf(from), chosen).length > 0
        ? saveFrom(from, chosen)
        : Promise.resolve(from);
    },
  };
}
