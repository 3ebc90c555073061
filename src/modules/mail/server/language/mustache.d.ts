// The library has no types; these are the parts we use.
declare module 'mustache' {
  /** `[type, value, start, end, children?]`; a section's children are the fifth element. */
  export type Token = [string, string, number, number, Token[]?, number?];

  class Writer {
    templateCache: unknown;
    parse(template: string): Token[];
    render(
      template: string,
      view: object,
      partials: undefined,
      config: { escape: (value: unknown) => string },
    ): string;
  }

  const mustache: { Writer: typeof Writer };
  export default mustache;
}
