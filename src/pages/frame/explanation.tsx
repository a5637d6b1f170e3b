/** Our own documentation: paragraphs at blank lines, and code between backticks. */
export function Explanation({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <>
      {paragraphs.map((paragraph, at) => (
        <p key={at}>
          <Phrase text={paragraph} />
        </p>
      ))}
    </>
  );
}

/** A part of a paragraph, with code between backticks. */
export function Phrase({ text }: { readonly text: string }) {
  return <>{text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))}</>;
}
