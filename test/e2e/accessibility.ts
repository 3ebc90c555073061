import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { axeSource, chooseTheme, expect, expectAccessible } from './fixtures.ts';

/** Every rule, in the dialog on top. The page behind it, which is inert meanwhile, is checked without it. */
export async function expectDialogAccessible(page: Page): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last();
  await expect(dialog).toBeVisible();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await dialog.evaluate(async (element) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const results = await axe.run(element, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    });
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
  expect(violations).toEqual([]);
}

const otherThemes = ['dark', 'high-contrast', 'blue', 'amber'];

/** Every rule in the light theme, and the contrast in the others. */
export async function expectAccessibleInEveryTheme(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectContrastInOtherThemes(page);
}

/**
 * The contrast in the themes other than the light one, of a page that passed `expectAccessible` in that. Of the
 * elements with the same styles one is measured, since a theme changes neither the layout nor what overlaps.
 */
async function expectContrastInOtherThemes(page: Page): Promise<void> {
  expect(await page.evaluate(measureContrast, otherThemes)).toEqual([]);
  await chooseTheme(page, 'light');
}

/** Runs in the page. */
async function measureContrast(themes: readonly string[]): Promise<string[]> {
  const known = new Map<Element, string>();
  const stylesOf = (element: Element): string => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Styles depend on states such as `true` or `open`, never on a name, a number or an address.
    const attributes = [...element.attributes]
      .filter(({ name, value }) => ['class', 'style'].includes(name) || /^[a-z-]*$/.test(value))
      .map(({ name, value }) => `${name}=${value}`);
    const parent = element.parentElement ? stylesOf(element.parentElement) : '';
    const styles = `${parent}>${element.localName} ${attributes.sort().join(' ')}`;
    known.set(element, styles);
    return styles;
  };
  const hasText = (element: Element) =>
    'value' in element ||
    [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
    );
  const measured = new Map<string, Element>();
  for (const element of document.body.querySelectorAll('*'))
    if (hasText(element) && element.checkVisibility()) measured.set(stylesOf(element), element);
  const { axe } = window as unknown as { axe: typeof axeCore };
  const found: string[] = [];
  for (const theme of themes) {
    const key = 'forecourt-theme';
    localStorage.setItem(key, theme);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    if (document.documentElement.dataset.theme !== theme) throw new Error(`${theme} is not shown`);
    const { violations } = await axe.run(
      { include: [...measured.values()] },
      { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] },
    );
    for (const { id, nodes } of violations)
      for (const { html } of nodes) found.push(`${id} in ${theme}: ${html}`);
  }
  return found;
}
