const RAISED = new Map(
  pairs(
    '0123456789+−-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθφχ',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᵠᵡ',
  ),
);
const LOWERED = new Map(pairs('0123456789+−-=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'));

/** An exponent in superscript characters of Unicode, or as `^(n/2)`. */
export function raised(text: string): string {
  return script(text, RAISED, '^');
}

/** An index in subscript characters of Unicode, or as `_(g,n)`. */
export function lowered(text: string): string {
  return script(text, LOWERED, '_');
}

function script(text: string, characters: ReadonlyMap<string, string>, sign: string): string {
  const all = Array.from(text, (character) => characters.get(character));
  if (!all.includes(undefined)) return all.join('');
  return /^(?:[\p{L}\p{N}]\p{M}?|[\p{N}]+|[∞⊥⊤∨†])$/u.test(text) ? sign + text : `${sign}(${text})`;
}

function pairs(from: string, to: string): [string, string][] {
  const targets = Array.from(to);
  return Array.from(from, (character, at) => [character, targets[at] ?? character]);
}
