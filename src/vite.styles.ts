import { type ChildNode, parse } from 'postcss';
import type { Plugin } from 'vite';
import type { StylePart } from './platform/server/http/styles.ts';

/** Writes `styles.json`, from which the server puts into each page the styles of what it shows, and no others. */
export function styleParts(): Plugin {
  return {
    name: 'forecourt:style-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sheets = Object.values(bundle).flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css')
            ? [[`/${file.fileName}`, partsOf(parse(String(file.source)).nodes)]]
            : [],
        );
        const source = JSON.stringify(Object.fromEntries(sheets));
        this.emitFile({ type: 'asset', fileName: 'styles.json', source });
      },
    },
  };
}

const partsOf = (nodes: readonly ChildNode[]): StylePart[] => nodes.map(partOf);

function partOf(node: ChildNode): StylePart {
  if (node.type === 'rule') {
    const needs = node.selectors.map(neededClasses);
    const text = node.toString();
    return needs.some((classes) => classes.length === 0) ? text : { text, needs };
  }
  if (node.type === 'atrule' && node.nodes && /^(layer|media|supports|container)$/.test(node.name))
    return { open: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) };
  return node.type === 'atrule' && !node.nodes ? `${node.toString()};` : node.toString();
}

/** The classes that something in the page must have for a selector to apply, apart from those in its `:is(…)` and the like. */
function neededClasses(selector: string): string[] {
  const tokens = selector.matchAll(/\.(?:\\[\da-f]{1,6} ?|\\.|[\w-])+|\\.|\[[^\]]*\]|[()]/gi);
  const classes: string[] = [];
  let depth = 0;
  for (const [token] of tokens) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token.startsWith('.') && depth === 0) classes.push(withoutEscapes(token.slice(1)));
  }
  return classes;
}

const withoutEscapes = (name: string) =>
  name.replaceAll(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, code?: string, character = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );
