import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failed, Skeleton } from './kit/states.tsx';

/** A component whose script is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [error, setError] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (loaded) return;
      load().then((component) => {
        loaded = component;
        setComponent(() => component);
      }, setError);
    }, [attempt]);
    const retry = () => {
      setError(undefined);
      setAttempt(attempt + 1);
    };
    if (Component) return <Component {...props} />;
    return error === undefined ? <Skeleton /> : <Failed error={error} retry={retry} />;
  };
}
