/** Where the server puts the header of the page, once it has rendered the page. */
export const pageHeaderMark = '<!--page header-->';

/** Shows what the server has put here until the page does so itself. */
export const DrawnPageHeader = () => (
  <div
    className="contents"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; hydration keeps what is there
    dangerouslySetInnerHTML={{ __html: pageHeaderMark }}
  />
);
