import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as schemas from 'zod/mini';

const server = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3001}`;

/** Fetches the face of the first screen beside the stylesheet, not after it. */
function preloadFont(): Plugin {
  return {
    name: 'forecourt:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /inter-latin-wght-normal.*\.woff2$/.test(file),
        );
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }];
      },
    },
  };
}

/**
 * In the browser a contract says where a call goes and what its types are; requests and replies are checked on the server.
 * So the schemas are left out, a tenth of the first screen's code: here they can be composed, and anything else throws.
 */
function contractsWithoutSchemas(): Plugin {
  const id = '\0forecourt:schemas';
  // Whether a reply is a list or an object at all is still seen in the browser, and costs nothing.
  const stub = `const stub = (type) => {
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
  const exported = Object.entries(schemas)
    .filter(([name]) => name !== 'default')
    .map(([name, value], at) => {
      const kind = /^(array|object|strictObject|looseObject|extend|pick|omit|partial|required)$/;
      const stubName = name === 'array' ? 'array' : kind.test(name) ? 'object' : 'schema';
      const replacement = typeof value === 'function' ? stubName : 'namespace';
      return `const s${at} = ${replacement}; export { s${at} as ${name} };`;
    });
  return {
    name: 'forecourt:contracts-without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod/mini' ? id : undefined),
    load(moduleId) {
      return moduleId === id ? [stub, ...exported].join('\n') : undefined;
    },
  };
}

/** Parts of the kit, and contracts of modules, that the first screen does without. */
const later = new RegExp(
  [
    String.raw`/ui/(layers/\w+Layer|(Confirm)?Dialog|Tabs|nonce|\w*Field|TextArea|Check\w+|Switch)\.`,
    String.raw`/ui/(DataTable|Pagination|pageButtons|Notice|Marked)\.`,
    '/platform/web/(router|records|forms)/',
    String.raw`/modules/(activity|admin|chat-import|data-access|data-guard|public-site|scanner|settings|shortcuts|vin)/contract\.`,
  ].join('|'),
);

/** What nearly every page needs, in one file: forty small ones compress worse and arrive later. */
function isCore(id: string): boolean {
  if (later.test(id)) return false;
  return (
    /\/src\/(platform\/(contract|web)\/|modules\/[\w-]+\/contract\.ts)/.test(id) ||
    /\/node_modules\/(clsx|@radix-ui\/react-(slot|compose-refs))\//.test(id) ||
    /\/lucide-react\/dist\/esm\/(?!icons)/.test(id)
  );
}

const layerLibraries =
  /\/node_modules\/(@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar)/;

const webModuleOf = (id: string) => /\/src\/modules\/([\w-]+)\/web\//.exec(id)?.[1] ?? null;

export default defineConfig({
  root: fileURLToPath(new URL('./main', import.meta.url)),
  plugins: [contractsWithoutSchemas(), react(), tailwindcss(), preloadFont()],
  server: {
    proxy: {
      // Of its addresses one is a page.
      '^/api/(?!docs/?(\\?|$))': server,
      '/health': server,
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2022',
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    // The policy admits no font from a data: URL, and a picture in the code would delay the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // Changes with our dependencies only: a new version of ours leaves it in the cache.
              name: 'vendor',
              test: /\/node_modules\/(react|react-dom|scheduler|wouter|@tanstack\/(react-query|query-core))\//,
            },
            // What the entry imports statically. The entry itself stays outside: inside a group it would not run.
            { name: 'first', tags: ['$initial'], test: (id) => !id.includes('/src/main/') },
            { name: 'core', test: isCore },
            // Without these groups a page fetches a hundred files of 3 kB, and the requests cost more than the code.
            { name: 'icons', test: '/lucide-react/dist/esm/icons/', minShareCount: 2 },
            { name: 'layers', test: layerLibraries, minShareCount: 2 },
            // What finds customer data is large, and stays with the pages that look for it.
            {
              name: 'contracts',
              test: /\/src\/modules\/(?!data-guard\/)[\w-]+\/contract/,
              minShareCount: 2,
            },
            // A group takes along what its files import: what all pages share is taken before records and forms.
            { name: 'kit', test: /\/src\/platform\/web\/(?!records\/|forms\/)/, minShareCount: 2 },
            { name: 'drag', test: /\/useCardDrag\.|\/node_modules\/@atlaskit\//, minShareCount: 2 },
            {
              name: 'forms',
              test: /\/src\/platform\/web\/forms\/|\/node_modules\/(react-hook-form|@hookform)\//,
            },
            { name: 'records', test: '/src/platform/web/records/' },
            // What only two parts share may be fetched late by both: in the file of its module it would come at once.
            { name: webModuleOf, debugName: 'modules', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
