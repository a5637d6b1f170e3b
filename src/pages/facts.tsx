import type { ComponentChildren } from 'preact';
import { Words } from './text.js';

/** What there is to know, each under its name. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Somebody's words; nothing where there are none. */
export function TextFact({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <Fact name={name}>
      <Words text={text} />
    </Fact>
  );
}

/** One after the other with commas between. */
export function Listed({ children }: { readonly children: readonly (readonly [key: string, ComponentChildren])[] }) {
  return (
    <>
      {children.map(([key, child], at) => (
        <span key={key}>
          {at > 0 ? ', ' : ''}
          {child}
        </span>
      ))}
    </>
  );
}
