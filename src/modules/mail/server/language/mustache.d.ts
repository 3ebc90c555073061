// The library comes without types; this is what we use of it.
declare module 'mustache' {
  /** `[type, value, start, end, children?]`; a section's children stand in the fifth place. */
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
