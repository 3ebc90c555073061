import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractsWithoutSchemas } from './vite.contracts.ts';
import { pageFiles } from './vite.pages.ts';
import { styleParts } from './vite.styles.ts';

const server = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3001}`;

/** Fetches the font beside the code of the first screen, and never before it: until then another one shows the text. */
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
        const late = { ...attrs, fetchpriority: 'low', href: `/${font}` };
        return [{ tag: 'link', attrs: late, injectTo: 'head' }];
      },
    },
  };
}

/** The scripts of the head, under names that the browser may keep: it would otherwise ask for them before every paint. */
function headScripts(): Plugin {
  const sources = ['start', 'theme-init'].map((name) => {
    const source = fs.readFileSync(new URL(`./main/public/${name}.js`, import.meta.url), 'utf8');
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    return { from: `/${name}.js`, fileName: `assets/head/${name}-${hash}.js`, source };
  });
  return {
    name: 'forecourt:head-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        sources.reduce(
          (page, { from, fileName }) => page.replace(`src="${from}"`, `src="/${fileName}"`),
          html,
        ),
    },
    generateBundle() {
      for (const { fileName, source } of sources)
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Parts of the interface that bring large libraries along: only pages that show them take them. */
const withLibraries = new RegExp(
  [
    String.raw`/web/ui/(layers/|nonce|\w*Dialog|LeaveGuard|Tabs|Switch|Check\w+|ChosenOne|Find\w+|found\w+|Found\w+)`,
    String.raw`/web/ui/(Badge|LoadMore|ListCount|useFadedEdges)\.`,
    '/web/(records|forms|markdown|files|download|print)/|/charts/(ChartFrame|ChartTip|LineChart)',
  ].join('|'),
);

/** What nearly every page shows, in one file: forty small ones compress worse and arrive later. */
const isKit = (id: string) =>
  /\/src\/platform\/(contract|web)\//.test(id) && !withLibraries.test(id);

const smallControls =
  /\/web\/ui\/((Badge|Checkbox|ConfirmDialog|Dialog|LoadMore|FoundOption|foundList)\.|layers\/(MissingDialog|useOnceOpened)\.)/;

/** Shown with messages, and by few others. */
const chatIcons =
  /\/lucide-react\/dist\/esm\/icons\/(at-sign|check-check|cloud-off|compass|link|link-2|mail-open|message-square-text|paperclip|pin|pin-off|square|square-check|square-pen)\.mjs$/;

/** What every page has of the chat. */
const chatState = /\/chat\/web\/(state\/|parts\/((?!messageBox)|messageBox\/charactersLeft))/;

const layerLibraries =
  /\/ui\/(layers\/|nonce\.)|\/node_modules\/(@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar)/;

/** Fields of a dialog bring the forms along, so they stay apart from what is shown before the dialog is opened. */
const webModuleOf = (id: string) => {
  const [, module, form = ''] = /\/src\/modules\/([\w-]+)\/web\/(form\/)?/.exec(id) ?? [];
  return module ? module + form.replace('/', '') : null;
};

export default defineConfig({
  root: fileURLToPath(new URL('./main', import.meta.url)),
  plugins: [
    contractsWithoutSchemas(),
    react(),
    tailwindcss(),
    preloadFont(),
    headScripts(),
    pageFiles(),
    styleParts(),
  ],
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
      treeshake: {
        // A page takes from a module what it uses, not all that it offers. Only the chat's does something by itself.
        moduleSideEffects: [
          // Declarations only: of those that nothing reads, an import alone brings no file along.
          { test: /\/src\/(platform|modules\/[\w-]+)\/contract[./]/, sideEffects: false },
          { test: /\/modules\/(?!chat\/)[\w-]+\/web\/public\.ts$/, sideEffects: false },
        ],
      },
      output: {
        // Without the names of all pages that share the file.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          // A group takes along what its files import, unless a group above it has that already.
          groups: [
            {
              // Changes with our dependencies only: a new version of ours leaves it in the cache.
              name: 'vendor',
              test: /\/node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store|regexparam|@tanstack\/(react-query|query-core))\//,
            },
            // What the entry imports statically. The entry itself stays outside: inside a group it would not run.
            {
              name: 'first',
              tags: ['$initial'],
              test: (id) => !/\/main\/(web\.tsx|index\.html)$/.test(id),
            },
            // Without these groups a page fetches a hundred files of 1 kB, and the requests cost more than the code.
            { name: 'kit', test: isKit, minShareCount: 2 },
            // After the kit: public pages show the logo and fields without the layout.
            { name: 'frame', test: /\/shell\/web\/Shell\.tsx$/ },
            // What finds customer data is large, and stays with the pages that look for it.
            {
              name: 'contracts',
              test: /\/src\/modules\/(?!data-guard\/)[\w-]+\/contract/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 2_000,
            },
            { name: 'icons', test: '/lucide-react/dist/esm/icons/', minShareCount: 6 },
            { name: 'drag', test: /\/useCardDrag\.|\/node_modules\/@atlaskit\//, minShareCount: 2 },
            // Small controls that need no library.
            { name: 'controls', test: smallControls, minShareCount: 2 },
            { name: 'uuid', test: /\/node_modules\/uuid\//, minShareCount: 2 },
            {
              name: 'records',
              test: /\/platform\/web\/(records\/|ui\/(?!layers\/|nonce))/,
              minShareCount: 2,
            },
            { name: 'layers', test: layerLibraries, minShareCount: 2 },
            {
              name: 'forms',
              test: /\/web\/forms\/|\/node_modules\/(react-hook-form|@hookform)\//,
            },
            // What shows messages, without the chat's state, which every page has, and what others share with it.
            {
              name: 'markdown',
              test: /\/web\/markdown\/|\/node_modules\/marked\//,
              minShareCount: 2,
            },
            { name: 'files', test: /\/platform\/web\/files\//, minShareCount: 2 },
            { name: 'data-guard', test: /\/modules\/data-guard\//, minShareCount: 2 },
            { name: 'chat-icons', test: chatIcons, minShareCount: 2 },
            { name: 'chat', test: chatState, minShareCount: 3 },
            {
              name: 'conversation',
              test: /\/chat\/web\/(composer|messages|records|parts\/messageBox)\//,
              minShareCount: 2,
            },
            // What only two parts share may be fetched late by both: in the file of its module it would come at once.
            { name: webModuleOf, debugName: 'modules', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
