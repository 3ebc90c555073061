import type { Plugin } from 'vite';
import * as schemas from 'zod/mini';

/** Of a syntax tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const isCall = (node: Node | null): node is Node & { callee: Node; arguments: Node[] } =>
  node?.type === 'CallExpression';

/** What only the server reads of an endpoint. */
const serverOnly = new Set(['summary', 'params', 'query', 'body', 'refine']);

/** `z.object(…)`, `z.string().check(…)`. */
function isSchema(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'z';
  const inner = isCall(node) ? node.callee : node.object;
  return isNode(inner) && isSchema(inner);
}

/** The code of a contract without what schemas are made of, and without what only the server reads. */
function strip(code: string, program: Node): string {
  const edits: { start: number; end: number; text: string }[] = [];
  const remove = (start: number, end: number, text = '') => edits.push({ start, end, text });

  function visit(node: Node): void {
    const name = isCall(node) ? node.callee.name : undefined;
    const [first, second] = isCall(node) ? node.arguments : [];
    if (first && isCall(node) && isSchema(node)) {
      remove(first.start, node.end - 1);
      visit(node.callee);
    } else if (second && (name === 'clientEvent' || name === 'serverEvent')) {
      remove(second.start, second.end, '{}');
    } else if (first?.type === 'ObjectExpression' && name === 'endpoint') {
      const properties = first.properties as Node[];
      properties.forEach((property, at) => {
        const key = isNode(property.key) ? String(property.key.name) : '';
        if (serverOnly.has(key)) remove(property.start, properties[at + 1]?.start ?? property.end);
        else visit(property);
      });
    } else {
      for (const part of Object.values(node).flat()) if (isNode(part)) visit(part);
    }
  }
  visit(program);

  // The bundler drops a call whose result nothing uses only if the call is marked as free of side effects.
  for (const statement of program.body as Node[]) {
    const { declarations = [] } = (statement.declaration ?? statement) as { declarations?: Node[] };
    for (const { init } of declarations as { init?: Node | null }[]) {
      if (!isCall(init ?? null)) continue;
      const { start, end } = init as Node;
      remove(start, start, '/* @__PURE__ */ (() => ');
      remove(end, end, ')()');
    }
  }
  return edits
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

const stubs = `const stub = (type) => {
  const schema = new Proxy(() => schema, {
    get(_, key) {
      if (key === 'check') return () => schema;
      if (key === 'shape') return {};
      if (key === '_zod') return { def: { type } };
      throw new Error('Schemas are not run in the browser: ' + String(key));
    },
  });
  return schema;
};
const schema = stub('unknown');
const array = () => stub('array');
const object = () => stub('object');
const namespace = new Proxy({}, { get: () => schema });`;

const objectKinds = /^(array|object|strictObject|looseObject|extend|pick|omit|partial|required)$/;

/** Stands for zod: whether a reply is a list or an object at all is still seen in the browser, and costs nothing. */
function schemaStubs(): string {
  const exported = Object.entries(schemas)
    .filter(([name]) => name !== 'default')
    .map(([name, value], at) => {
      const stubName = name === 'array' ? 'array' : objectKinds.test(name) ? 'object' : 'schema';
      const replacement = typeof value === 'function' ? stubName : 'namespace';
      return `const s${at} = ${replacement}; export { s${at} as ${name} };`;
    });
  return [stubs, ...exported].join('\n');
}

/**
 * In the browser a contract says where a call goes and what its types are; requests and replies are checked on the server.
 * So what schemas are made of is left out, a sixth of the first screen's code: here they can be composed, and anything
 * else throws.
 */
export function contractsWithoutSchemas(): Plugin {
  const id = '\0forecourt:schemas';
  return {
    name: 'forecourt:contracts-without-schemas',
    resolveId: { order: 'pre', handler: (source) => (source === 'zod/mini' ? id : undefined) },
    load: (moduleId) => (moduleId === id ? schemaStubs() : undefined),
    transform: {
      // After the types are gone.
      order: 'post',
      filter: { id: /\/src\/(platform\/contract|modules\/[\w-]+\/contract)[./]/ },
      handler(code) {
        if (this.environment.mode !== 'build') return;
        return { code: strip(code, this.parse(code) as unknown as Node), map: null };
      },
    },
  };
}
