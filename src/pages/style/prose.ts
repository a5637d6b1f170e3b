/** What somebody wrote: an abstract, a description. */
export const PROSE = `.prose { max-inline-size: var(--measure); overflow-wrap: anywhere; }
.prose > :first-child { margin-block-start: 0; }
.prose > :last-child { margin-block-end: 0; }
.prose li > p:first-child, .prose blockquote > :first-child { margin-block-start: 0; }
.prose blockquote > :last-child { margin-block-end: 0; }
.prose pre { white-space: pre-wrap; }
.prose sub, .prose sup { line-height: 0; }
.prose math[display='block'] { display: block math; margin-block: 0.75rem; max-inline-size: 100%; }
@supports not (-moz-appearance: none) {
  .prose math:not([display]) {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: baseline;
    row-gap: 0.3em;
    max-inline-size: 100%;
    overflow: auto hidden;
    padding-block: 0.3em;
    margin-block: -0.3em;
  }
}
.prose mtd.tml-left { text-align: left; text-align: -webkit-left; }
.prose mtd.tml-right { text-align: right; text-align: -webkit-right; padding-right: 0; }
.prose mtd.tml-right + mtd.tml-left { padding-left: 0; }
.prose .tml-box { border: 1px solid; padding: 0.2em; }
.prose .tml-line-left { border-left: 0.06em solid; }
.prose .tml-line-right { border-right: 0.06em solid; }
.prose .tml-line-top { border-top: 0.06em solid; }
.prose .tml-line-bottom { border-bottom: 0.06em solid; }
@supports (not (-webkit-backdrop-filter: blur(1px))) and (not (-moz-appearance: none)) {
  .prose menclose { --stroke: transparent calc(50% - 0.035em), currentColor 0, currentColor calc(50% + 0.035em), transparent 0; }
  .prose menclose[notation='top'] { border-top: 0.065em solid; padding-top: 0.1em; }
  .prose menclose[notation='bottom'] { border-bottom: 0.065em solid; padding-bottom: 0.1em; }
  .prose menclose[notation='box'] { border: 1px solid; padding: 0.2em; }
  .prose menclose[notation='circle'] { border: 0.065em solid; border-radius: 50%; padding: 0.25em; }
  .prose menclose[notation='updiagonalstrike'] { background: linear-gradient(to bottom right, var(--stroke)); }
  .prose menclose[notation='downdiagonalstrike'] { background: linear-gradient(to top right, var(--stroke)); }
  .prose menclose[notation='horizontalstrike'] { background: linear-gradient(to bottom, var(--stroke)); }
  .prose menclose[notation='updiagonalstrike downdiagonalstrike'] {
    background: linear-gradient(to bottom right, var(--stroke)), linear-gradient(to top right, var(--stroke));
  }
}
`;
