/** On paper: the content alone, black on white. A talk is a poster on one sheet, a list the sheet of a week. */
export const PRINT = `
@media print {
  :root { color-scheme: light; --text: #000; --quiet: #333; --ground: #fff; --panel: #fff; --accent: #000; --line: #999; }
  @page { margin: 11mm; }
  header.site nav, footer.site, .skip, .follow, .pager, .share, .bill div:has(> dd > ul.choices), ul.choices, .facts div:has(> dd > .map), .chips li:has(> .chip-all), .chip [aria-hidden], .beside, .related, .crumbs, .namesakes, form, button, .own-time { display: none !important; }
  header.site { border: 0; }
  header.site .frame { padding: 0; }
  body { display: block; background: none; color: #000; font-size: 10.5pt; line-height: 1.4; }
  main { max-inline-size: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  h2, h3 { break-after: avoid; }
  .chip { border: 0; padding: 0; margin-inline-end: 4mm; background: none; }
  ol.talks > li, dl.facts > div, tr { break-inside: avoid; }
  .notice { max-inline-size: none; padding: 2mm 3mm; margin-block: 2mm; border: 1.5pt solid #000; background: none; color: #000 !important; }
  body.talk h1 { font-size: 36pt; line-height: 1.08; margin-block: 3mm; }
  body.talk .page-header { margin-block-end: 4mm; }
  body.talk .kicker { font-size: 13pt; }
  body.talk dl.speakers { font-size: 22pt; margin-block: 0 3mm; }
  body.talk .speakers .bio { font-size: 10.5pt; }
  body.talk dl.bill { grid-template-columns: repeat(auto-fit, minmax(50mm, 1fr)); gap: 3mm 7mm; margin-block: 4mm; padding-block: 4mm; }
  body.talk dl.bill dt { font-size: 8.5pt; }
  body.talk dl.bill .day, body.talk dl.bill .place { font-size: 17pt; }
  body.talk dl.bill .hours { font-size: 22pt; }
  body.talk .bill .button { border: 0; padding: 0; background: none; color: inherit; }
  body.talk .button::after { content: ' ' attr(href); font-weight: 400; overflow-wrap: anywhere; }
  .columns { display: block !important; }
  body.talk .abstract h2 { display: none; }
  body.talk .abstract .prose { font-size: 9.5pt; line-height: 1.38; columns: 2; column-gap: 8mm; }
  body.talk .abstract.brief .prose { font-size: 13pt; line-height: 1.45; columns: auto; }
  body.talk .abstract .prose > :first-child { margin-block-start: 0; }
  body.talk .page-header, body.talk .abstract, .prose, .prose p, body.talk dl.facts { max-inline-size: none; }
  body.talk dl.facts { font-size: 9pt; line-height: 1.35; margin-block: 4mm; columns: 2; column-gap: 8mm; border: 0; }
  body.talk dl.facts dt { font-size: inherit; }
  body.talk dl.facts > div:has(> dd > .quiet:first-child) { display: none; }
  body.talk dl.facts > div { grid-template-columns: 24mm minmax(0, 1fr); gap: 0 3mm; padding-block: 1mm; border-block: 0.5pt solid var(--line); margin-block-end: -0.5pt; }
  body.talk h2 { margin-block: 3mm 1mm; }
  body.talk .notice.cancelled, body.talk .notice.preparation { background: none; border-color: #000; margin-block: 2mm; }
  body.talk .map { display: none; }
  .printed-address { display: block; margin-block: 3mm 0; font-weight: 600; }
  body.list h1 { font-size: 20pt; margin-block: 0 4mm; }
  body.list ol.talks { columns: 2; column-gap: 10mm; max-inline-size: none; }
  body.list ol.talks > li { padding-block: 2mm; }
  body.list ol.talks h3 { font-size: 11.5pt; }
  body.list ol.talks p { font-size: 9.5pt; }
}
`;
