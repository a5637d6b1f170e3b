/** On paper: the content alone, black on white. */
export const PRINT = `
@media print {
  :root { color-scheme: light; }
  header.site nav, footer.site, .skip, .follow, .pager, form, button { display: none !important; }
  body { background: none; color: #000; font-size: 11pt; }
  main { max-inline-size: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  h2, h3 { break-after: avoid; }
  ol.talks > li, dl.facts > div { break-inside: avoid; }
}
`;
