import { describe, expect, test } from 'vitest';
import type { Document } from '../contract/document.ts';
import { isUnchanged, moved, pagesOf, planOf, turned } from '../web/arrange/pages.ts';

const documentOf = (id: number, pageCount: number) =>
  ({ id, title: `Document ${id}`, current: { number: 1, pageCount } }) as Document;

const order = (pages: ReturnType<typeof pagesOf>) =>
  planOf(pages).map(({ documentId, page }) => `${documentId}.${page}`);

describe('arranged pages', () => {
  test('start with all pages of the documents, in their order', () => {
    const pages = [documentOf(7, 2), documentOf(8, 1)].flatMap(pagesOf);
    expect(order(pages)).toEqual(['7.1', '7.2', '8.1']);
    expect(new Set(pages.map(({ key }) => key)).size).toBe(3);
  });

  test('move to the place of another, forward and back', () => {
    const pages = pagesOf(documentOf(7, 4));
    const [first, , , last] = pages.map(({ key }) => key);
    expect(order(moved(pages, first ?? '', 2))).toEqual(['7.2', '7.3', '7.1', '7.4']);
    expect(order(moved(pages, last ?? '', 0))).toEqual(['7.4', '7.1', '7.2', '7.3']);
    expect(order(moved(pages, 'no such page', 0))).toEqual(order(pages));
  });

  test('turn clockwise by a quarter, and are as before after four', () => {
    const [page] = pagesOf(documentOf(7, 1));
    if (!page) throw new Error('No page');
    expect(turned(page).rotate).toBe(90);
    expect(turned(turned(turned(page))).rotate).toBe(270);
    expect(turned(turned(turned(turned(page))))).toEqual(page);
  });

  test('are unchanged until one is moved, turned or left out', () => {
    const pages = pagesOf(documentOf(7, 3));
    expect(isUnchanged([...pages], pages)).toBe(true);
    expect(isUnchanged(moved(pages, pages[0]?.key ?? '', 1), pages)).toBe(false);
    expect(isUnchanged(pages.map(turned), pages)).toBe(false);
    expect(isUnchanged(pages.slice(1), pages)).toBe(false);
  });
});
