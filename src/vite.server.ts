import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

// The server as `npm start` runs it, in a hundred files in place of two thousand: to find, read and link those was most of
// its start. Development and tests run the sources as they are.

const root = path.resolve(import.meta.dirname, '..');
const outDir = path.join(root, 'dist/server');

/** Files beside a source, such as the parsers that run in processes of their own, stay where they are. */
function sourcePaths(): Plugin {
  return {
    name: 'forecourt:source-paths',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.includes('import.meta.')) return null;
      const file = path.relative(outDir, id).replaceAll(path.sep, '/');
      return code
        .replaceAll('import.meta.url', `new URL('${file}', import.meta.url).href`)
        .replaceAll(
          'import.meta.dirname',
          `\`\${import.meta.dirname}/${path.posix.dirname(file)}\``,
        );
    },
  };
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [sourcePaths()],
  // Libraries of hundreds of files; the others stay packages.
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    target: 'node20',
    outDir,
    emptyOutDir: true,
    ssr: path.join(root, 'src/main/server.ts'),
    // The names in stack traces are those of the sources.
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
