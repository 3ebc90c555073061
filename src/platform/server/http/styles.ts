import fs from 'node:fs';
import path from 'node:path';

/** Of a style sheet: what always belongs to a page, a rule with the classes of each of its selectors, or a block of parts. */
export type StylePart =
  | string
  | { text: string; needs: string[][] }
  | { open: string; parts: StylePart[] };

/** Returns the rules that a page needs for what is in its template and content; undefined if the build has no parts. */
export function readStyles(webDir: string, href: string) {
  const file = path.join(webDir, 'styles.json');
  if (!fs.existsSync(file)) return undefined;
  const parts: StylePart[] = JSON.parse(fs.readFileSync(file, 'utf8'))[href];
  const known = new Map<string, string[]>();
  return (template: string, content: string): string => {
    const ofTemplate = known.get(template) ?? listClasses(template);
    known.set(template, ofTemplate);
    return choose(parts, new Set([...ofTemplate, ...listClasses(content)]));
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
