import type { ComponentChildren } from 'preact';

/** In the place of what there is none of: says so, and where to go from here. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
