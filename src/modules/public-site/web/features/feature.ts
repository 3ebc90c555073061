export interface Feature {
  /** The last part of its address. */
  slug: string;
  /** A second address that shows the same page. */
  alias?: string;
  title: string;
  /** One sentence, for the overview. */
  summary: string;
  lead: string;
  sections: readonly { heading: string; text: string }[];
  people: readonly { who: string; what: string }[];
}
