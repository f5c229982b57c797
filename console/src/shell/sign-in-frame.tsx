import type { ComponentChildren } from 'preact';

export interface SignInFrameProps {
  onSubmit: (form: HTMLFormElement) => void;
  children: ComponentChildren;
}

/** What stands in place of the screens while nobody is signed in: one form below the name. */
export const SignInFrame = ({ onSubmit, children }: SignInFrameProps) => (
  <main class="sign-in">
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      noValidate
    >
      <h1 class="brand">
        <span class="mark" />
        Footfall
      </h1>
      {children}
    </form>
  </main>
);
