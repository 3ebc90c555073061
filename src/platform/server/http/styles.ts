import fs from 'node:fs';
import path from 'node:path';
import { fastifyCookie } from '@fastify/cookie';
import { storedStyles } from '../../contract/styles.ts';

/**
 * Puts the style sheet that the page links to into the page, unless the browser has it stored: without it nothing is
 * painted, and a slow network makes a second request wait long.
 */
export function readStyles(webDir: string, index: string) {
  const [link, href] = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(index) ?? [];
  if (!link || !href) return (template: string) => template;
  const rules = fs.readFileSync(path.join(webDir, href), 'utf8');
  // The disabled link is not fetched; without it, code that is loaded later would fetch the style sheet.
  const element =
    `<style nonce="__NONCE__" data-href="${href}">${rules}</style>` +
    `<link rel="stylesheet" disabled href="${href}">`;
  return (template: string, cookies = ''): string => {
    const isStored = fastifyCookie.parse(cookies)[storedStyles] === href;
    return isStored ? template : template.replace(link, () => element);
  };
}
