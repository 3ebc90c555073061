import fs from 'node:fs';
import path from 'node:path';
import { fastifyCookie } from '@fastify/cookie';
import { storedStyles } from '../../contract/styles.ts';

/** Of a style sheet: what always belongs to a page, a rule with the classes of each of its selectors, or a block of parts. */
export type StylePart =
  | string
  | { text: string; needs: string[][] }
  | { open: string; parts: StylePart[] };

/**
 * Puts the styles of what a page shows into the page, unless the browser has the style sheet stored: without them nothing
 * is painted, and a slow network makes a second request wait long. All others follow at its end: the page is shown before
 * they arrive, but its scripts wait for them.
 */
export function readStyles(webDir: string, index: string) {
  const [link, href] = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(index) ?? [];
  const file = path.join(webDir, 'styles.json');
  if (!link || !href || !fs.existsSync(file)) return (template: string) => template;
  const parts: StylePart[] = JSON.parse(fs.readFileSync(file, 'utf8'))[href];
  const known = new Map<string, ReadonlySet<string>>();
  const classesOfTemplate = (template: string) => {
    const classes = known.get(template) ?? new Set(listClasses(template));
    known.set(template, classes);
    return classes;
  };
  return (template: string, content = '', cookies = ''): string => {
    if (fastifyCookie.parse(cookies)[storedStyles] === href) return template;
    const classes = new Set([...classesOfTemplate(template), ...listClasses(content)]);
    const style = `<style nonce="__NONCE__" data-part>${choose(parts, classes)}</style>`;
    return template.replace(link, () => style).replace('</body>', () => `${link}</body>`);
  };
}

/** The rules that can apply in a page with these classes, in their order. */
function choose(parts: readonly StylePart[], classes: ReadonlySet<string>): string {
  const has = (name: string) => classes.has(name);
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('needs' in part) return part.needs.some((names) => names.every(has)) ? part.text : '';
      const inside = choose(part.parts, classes);
      // The order of the layers is that in which they are named first.
      return inside || part.open.startsWith('@layer') ? `${part.open}{${inside}}` : '';
    })
    .join('');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const listClasses = (html: string): string[] =>
  [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, text = '']) =>
    text.replaceAll(/&([\w#]+);/g, (all, name: string) => entities[name] ?? all).split(' '),
  );
