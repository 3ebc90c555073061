import type { Document } from '../../contract/document.ts';

/** A page of a document, at its place in the new one. */
export interface ArrangedPage {
  /** The same page may be there twice. */
  key: string;
  documentId: number;
  versionNumber: number;
  page: number;
  /** Where it is from, as in `Buyer’s order, page 2`. */
  name: string;
  /** Clockwise, in degrees. */
  rotate: Turn;
}

const turns = [0, 90, 180, 270] as const;
type Turn = (typeof turns)[number];

let count = 0;

/** All pages of a document in their order. */
export const pagesOf = ({ id, title, current }: Document): ArrangedPage[] =>
  Array.from({ length: current.pageCount ?? 0 }, (_, at) => ({
    key: `page${++count}`,
    documentId: id,
    versionNumber: current.number,
    page: at + 1,
    name: `${title}, page ${at + 1}`,
    rotate: 0,
  }));

export const turned = (page: ArrangedPage): ArrangedPage => ({
  ...page,
  rotate: turns[(turns.indexOf(page.rotate) + 1) % turns.length] ?? 0,
});

/** With this page at the place that another one has. */
export function moved(pages: readonly ArrangedPage[], key: string, to: number): ArrangedPage[] {
  const page = pages.find((one) => one.key === key);
  if (!page) return [...pages];
  const others = pages.filter((one) => one !== page);
  return [...others.slice(0, to), page, ...others.slice(to)];
}

export const isUnchanged = (pages: readonly ArrangedPage[], first: readonly ArrangedPage[]) =>
  pages.length === first.length &&
  pages.every((page, at) => page.key === first[at]?.key && page.rotate === 0);

/** As the endpoints take them. */
export const planOf = (pages: readonly ArrangedPage[]) =>
  pages.map(({ documentId, page, rotate }) => ({ documentId, page, rotate }));
