import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Why values of a form were refused, in the service's words, by their paths in the body of the request. */
export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

/** Why values of the form around were refused. */
export const useFieldErrors = () => useContext(FieldErrors);

/** Why a value of the form around was refused: the first of its paths that has a problem. */
export function useFieldError(path: string | string[] = []): string | undefined {
  const errors = useFieldErrors();
  return [path]
    .flat()
    .map((one) => errors.get(one))
    .find(Boolean);
}

export interface FieldErrorProps {
  id?: string;
  error?: string | undefined;
  /** Of a value that has no field of its own. */
  path?: string;
}

/** Why what stands above it is refused. */
export function FieldError({ id, error, path }: FieldErrorProps) {
  const refused = useFieldError(path);
  const text = error ?? refused;
  if (!text) return null;
  return (
    <p id={id} class="field-error" role="alert">
      {text}
    </p>
  );
}
