/**
 * On an element that holds text which somebody wrote: in the direction of its own script, and in a language that we do
 * not know, rather than in the page's (HTML, 3.2.6.2).
 */
export const THEIRS = { dir: 'auto', lang: '' } as const;

/** Text that somebody wrote: as it is, in paragraphs where it has blank lines, in the direction of its own script. */
export function Paragraphs({ text }: { readonly text: string }) {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '');
  return (
    <div class="text">
      {paragraphs.map((paragraph, at) => (
        <p key={at} {...THEIRS}>
          {paragraph.trim()}
        </p>
      ))}
    </div>
  );
}

/** A few words that somebody wrote, within a line of ours. */
export function Words({ text }: { readonly text: string }) {
  return <bdi lang="">{text}</bdi>;
}
