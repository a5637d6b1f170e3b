/** Colours, type and plain elements. Every other rule is built of these variables. */
export const BASE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#fcfbf8, #17191c);
  --panel: light-dark(#f2efe7, #24272b);
  --text: light-dark(#1c1b1a, #ece9e3);
  --quiet: light-dark(#5a5750, #b3aea4);
  --line: light-dark(#d9d4c7, #3b3f45);
  --edge: light-dark(#7d786c, #8d8a83);
  --accent: light-dark(#14545f, #8fd0db);
  --alarm: light-dark(#97231f, #ffb4ab);
  --alarm-ground: light-dark(#fbe9e6, #401d1a);
  --mark: light-dark(#c77f0a, #f2b544);
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', 'Source Serif 4', 'Noto Serif', Georgia, serif;
  --sans: system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --measure: 44rem;
  --page: 68rem;
  --side: clamp(1rem, 4vw, 2rem);
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0;
  min-block-size: 100vb;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--text);
  font: 1.0625rem/1.55 var(--sans);
  overflow-wrap: break-word;
}
h1, h2, h3, h4 { font-family: var(--serif); font-weight: 600; line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 1.3rem + 2vw, 2.6rem); line-height: 1.12; margin: 0 0 0.75rem; letter-spacing: -0.01em; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 0.6rem; }
h3 { font-size: 1.15rem; margin: 1.5rem 0 0.25rem; }
h4 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0.6rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.lines { white-space: pre-line; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
time { font-variant-numeric: tabular-nums; }
img, svg { max-inline-size: 100%; }
code, pre, kbd { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 0.9em; }
pre { background: var(--panel); padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--accent); padding-block: 0.25rem; inline-size: fit-content; }
blockquote { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
table { border-collapse: collapse; inline-size: 100%; font-size: 0.9375rem; }
caption { text-align: start; font-weight: 600; padding: 0.5rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-block-end: 1px solid var(--line); }
td p { margin: 0; }
hr { border: 0; border-block-start: 1px solid var(--line); margin: 2rem 0; }
math { font-size: 1.08em; }
math[display='block'] { overflow-x: auto; overflow-y: hidden; padding-block: 0.25rem; }
button, input, select, textarea { font: inherit; color: inherit; }
input, select, textarea {
  background: var(--ground);
  border: 1px solid var(--edge);
  border-radius: 3px;
  padding: 0.45rem 0.6rem;
  min-block-size: 2.75rem;
  max-inline-size: 100%;
}
input[type='checkbox'], input[type='radio'] { min-block-size: 0; inline-size: 1.15rem; block-size: 1.15rem; accent-color: var(--accent); }
button, .button {
  display: inline-block;
  background: var(--ground);
  color: var(--accent);
  border: 1px solid var(--accent);
  border-radius: 3px;
  padding: 0.5rem 1rem;
  min-block-size: 2.75rem;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
.button.primary, button.primary { background: var(--accent); color: var(--ground); }
button:hover, .button:hover { text-decoration: underline; }
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
}
@media (forced-colors: active) {
  .button, button { border-color: ButtonText; }
  :focus-visible { outline-color: Highlight; }
}
`;
