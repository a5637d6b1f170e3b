/** What we use of the package that makes QR codes. It is optional, so that its own types may not be there. */
declare module 'lean-qr' {
  interface Code {
    readonly size: number;
    /** Whether the square is dark. */
    get(x: number, y: number): boolean;
  }
  export const correction: { readonly M: number };
  export function generate(text: string, options: { readonly minCorrectionLevel: number }): Code;
}
