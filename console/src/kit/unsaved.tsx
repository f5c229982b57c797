import { useEffect, useState } from 'preact/hooks';
import { guardLeaving, leaveAnyway } from '../nav/guards.ts';
import { Button } from './button.tsx';
import { Dialog } from './form.tsx';

interface UnsavedProps {
  isDirty: boolean;
  /** The words belong to the record at the side: another record, or none, leaves them too. */
  isOfRecord?: boolean;
}

/** Asks before a screen with unsaved words is left. */
export function Unsaved({ isDirty, isOfRecord = false }: UnsavedProps) {
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isDirty || isLeaving) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    const end = guardLeaving(() => {
      setAsking(true);
      return false;
    }, isOfRecord);
    return () => {
      removeEventListener('beforeunload', ask);
      end();
    };
  }, [isDirty, isLeaving, isOfRecord]);
  useEffect(() => {
    if (isLeaving) leaveAnyway();
  }, [isLeaving]);
  if (!isAsking) return null;
  return (
    <Dialog
      title="Leave without saving?"
      onClose={() => setAsking(false)}
      footer={
        <>
          <Button kind="danger" onClick={() => setLeaving(true)}>
            Leave
          </Button>
          <Button kind="main" onClick={() => setAsking(false)}>
            Stay
          </Button>
        </>
      }
    >
      <p>Your changes here are not saved.</p>
    </Dialog>
  );
}
