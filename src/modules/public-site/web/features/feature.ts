export interface Feature {
  /** The last segment of its path. */
  slug: string;
  /** A second path that shows the same page. */
  alias?: string;
  title: string;
  /** One sentence for the overview page. */
  summary: string;
  lead: string;
  sections: readonly { heading: string; text: string }[];
  people: readonly { who: string; what: string }[];
}
