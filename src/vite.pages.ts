import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { isNode, type Node } from './vite.contracts.ts';

/** The tables of `main/pages.ts`; pages inside the layout need that, too, and some are not for visitors. */
const tables = {
  guarded: { inside: true, visitorsSee: '/auth' },
  bare: { inside: false, visitorsSee: '/auth' },
  open: { inside: false, visitorsSee: undefined },
};

interface BuiltPage {
  modules: string[];
  /** What shows a conversation beside the page; only inside the layout. */
  beside: string[] | undefined;
  visitorsSee: string | undefined;
}

/** Constants of a module by name. */
function constantsOf(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const statement of program.body as Node[]) {
    const { declarations = [] } = (statement.declaration ?? statement) as { declarations?: Node[] };
    for (const { id, init } of declarations) {
      if (isNode(id) && isNode(init)) found.set(String(id.name), init);
    }
  }
  return found;
}

const keyOf = ({ key }: Node) => {
  const { name, value } = key as { name?: string; value?: string };
  return value ?? name ?? '';
};

/** Everything that a function imports dynamically. */
function allImportedBy(node: Node): string[] {
  const own = node.type === 'ImportExpression' ? [String((node.source as Node).value)] : [];
  return [...own, ...Object.values(node).flat().filter(isNode).flatMap(allImportedBy)];
}

/** What a constant, or the `page` of an entry, imports dynamically. */
function importedBy(node: Node, constants: Map<string, Node>): string | undefined {
  const constant = node.type === 'Identifier' ? constants.get(String(node.name)) : undefined;
  if (constant) return importedBy(constant, constants);
  if (node.type === 'ImportExpression') return String((node.source as Node).value);
  const parts =
    node.type === 'ObjectExpression'
      ? (node.properties as Node[]).filter((one) => keyOf(one) === 'page').map(({ value }) => value)
      : node.type === 'CallExpression'
        ? (node.arguments as Node[])
        : [node.body];
  return parts
    .filter(isNode)
    .map((part) => importedBy(part, constants))
    .find(Boolean);
}

/**
 * Writes `pages.json`, from which the server fills the HTML of each path: the scripts of the page, of which the browser
 * would otherwise learn only from the script before, one round trip later each; those of a conversation beside it; and of
 * public pages their content, which is shown before any script.
 */
export function pageFiles(): Plugin {
  const pages = new Map<string, BuiltPage>();
  return {
    name: 'forecourt:page-files',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /\/src\/main\/pages\.ts$/ },
      async handler(code, importer) {
        const constants = constantsOf(this.parse(code) as unknown as Node);
        const find = async (node: Node | undefined, name: string) => {
          const source = node && importedBy(node, constants);
          const found = source && (await this.resolve(source, importer));
          return found ? found.id : this.error(`No import found for ${name}`);
        };
        const layout = await find(constants.get('shell'), 'the layout');
        const load = constants.get('loadConversation') ?? this.error('No loadConversation found');
        const parts = allImportedBy(load).map((source) => this.resolve(source, importer));
        const conversation = (await Promise.all(parts)).flatMap((part) => part?.id ?? []);
        for (const [table, { inside, visitorsSee }] of Object.entries(tables)) {
          const { properties = [] } = (constants.get(table) ?? {}) as { properties?: Node[] };
          for (const entry of properties) {
            const page = await find(entry.value as Node, keyOf(entry));
            const beside = inside ? conversation : undefined;
            const modules = inside ? [layout, page] : [page];
            pages.set(keyOf(entry), { modules, beside, visitorsSee });
          }
        }
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const rendered = await renderPublicPages();
        const byPath = [...pages].map(([path, { modules, beside, visitorsSee }]) => {
          const scripts = filesOf(modules, bundle);
          const conversation =
            beside && filesOf(beside, bundle).filter((file) => !scripts.includes(file));
          return [path, { scripts, conversation, visitorsSee, html: rendered.get(path) }];
        });
        const source = JSON.stringify(Object.fromEntries(byPath));
        this.emitFile({ type: 'asset', fileName: 'pages.json', source });
      },
    },
  };
}

async function renderPublicPages(): Promise<Map<string, string>> {
  const { module } = await runnerImport<typeof import('./main/prerender.tsx')>(
    fileURLToPath(new URL('./main/prerender.tsx', import.meta.url)),
    { configFile: false, mode: 'production', logLevel: 'warn', plugins: [react()] },
  );
  return module.publicPages;
}

/** The scripts of these modules beyond those of the entry, which are in the HTML. */
function filesOf(ids: string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const withImports = (
    chunk: Rolldown.OutputChunk | undefined,
    files = new Set<string>(),
  ): Set<string> => {
    if (!chunk || files.has(chunk.fileName)) return files;
    files.add(chunk.fileName);
    for (const file of chunk.imports) withImports(bundle[file] as Rolldown.OutputChunk, files);
    return files;
  };
  const known = withImports(chunks.find(({ isEntry }) => isEntry));
  const needed = ids.flatMap((id) => [
    ...withImports(chunks.find(({ facadeModuleId }) => facadeModuleId === id)),
  ]);
  return [...new Set(needed)].filter((file) => !known.has(file)).map((file) => `/${file}`);
}
