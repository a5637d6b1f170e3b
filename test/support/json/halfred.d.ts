/** The package has no types. */
declare module 'halfred' {
  interface Issue {
    readonly path: string;
    readonly message: string;
  }
  interface Resource {
    validationIssues(): readonly Issue[];
  }
  const halfred: { enableValidation(): void; parse(document: unknown): Resource };
  export = halfred;
}
