/** What stands around the content. */
export const SITE = `
.frame { max-inline-size: var(--page); margin-inline: auto; padding-inline: var(--side); }
header.site { border-block-end: 1px solid var(--line); border-block-start: 4px solid var(--accent); }
header.site .frame { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 2rem; padding-block: 0.5rem; }
header.site nav { margin-inline-start: auto; }
header.site ul, footer.site ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; list-style: none; margin: 0; padding: 0; }
header.site ul { gap: 0 1.25rem; }
header.site li a { display: inline-block; padding-block: 0.45rem; color: var(--text); text-decoration: none; }
header.site li a:hover { text-decoration: underline; }
header.site [aria-current='page'] { color: var(--accent); box-shadow: inset 0 -2px var(--mark); }
.brand {
  display: inline-flex;
  align-items: center;
  gap: 0.6rem;
  padding-block: 0.35rem;
  font: 600 1.3rem/1.2 var(--serif);
  color: var(--text);
  text-decoration: none;
  min-inline-size: 0;
  overflow-wrap: anywhere;
}
.brand img { block-size: 2rem; inline-size: auto; max-inline-size: 12rem; object-fit: contain; }
header.site .brand[aria-current='page'] { box-shadow: none; color: var(--text); }
main { flex: 1 0 auto; inline-size: 100%; max-inline-size: var(--page); margin-inline: auto; padding: clamp(1.25rem, 4vw, 2.5rem) var(--side) 3rem; }
body.is-wide { --page: 90rem; }
main > p, main > .lead, main > section > p, .prose { max-inline-size: var(--measure); }
.lead { font: 1.2rem/1.5 var(--serif); color: var(--quiet); }
.kind { font-size: 0.875rem; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; color: var(--quiet); margin: 0 0 0.4rem; }
:lang(de) .kind { letter-spacing: 0.04em; }
.quiet { color: var(--quiet); }
.skip { position: absolute; inset-inline-start: 0.5rem; inset-block-start: -10rem; z-index: 2; background: var(--ground); padding: 0.6rem 1rem; }
.skip:focus { inset-block-start: 0.5rem; }
footer.site { border-block-start: 1px solid var(--line); color: var(--quiet); font-size: 0.9375rem; padding-block: 1rem 1.5rem; }
footer.site a { display: inline-block; padding-block: 0.25rem; color: inherit; }
footer.site nav { max-inline-size: var(--page); margin-inline: auto; padding-inline: var(--side); }
footer.site .frame { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; justify-content: space-between; }
footer.site p { margin: 0.25rem 0; }
.languages [aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
@media (max-width: 34rem) {
  header.site nav { margin-inline-start: 0; inline-size: 100%; }
  header.site ul { justify-content: space-between; gap: 0 0.5rem; }
}
@media (max-width: 22rem) { header.site li a { font-size: 0.9375rem; } }
@media (forced-colors: active) {
  header.site [aria-current='page'] { text-decoration: underline; text-decoration-thickness: 3px; }
}
`;
