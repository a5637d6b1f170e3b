/** Our own documentation: paragraphs at blank lines, and code between backticks. */
export function Explanation({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <>
      {paragraphs.map((paragraph, at) => (
        <p key={at}>
          {paragraph.split('`').map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))}
        </p>
      ))}
    </>
  );
}
