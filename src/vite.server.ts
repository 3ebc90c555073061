import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

// The server as `npm start` runs it, with the packages it imports, in a hundred files in place of two and a half
// thousand: to find, read and link those was most of its start. Development and tests run the sources as they are.

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

/** The import of `node:http` reads all its exports, and one of them loads Node.js' WebSocket client: 30 ms and 13 MB. */
function httpWithoutWebSocket(): Plugin {
  const id = '\0http';
  return {
    name: 'forecourt:http-without-websocket',
    enforce: 'pre',
    resolveId: (source, _importer, { kind }) =>
      source === 'node:http' && kind === 'import-statement' ? id : null,
    load: (loaded) =>
      loaded === id
        ? `const http = process.getBuiltinModule('node:http');
           export default http;
           export const { STATUS_CODES } = http;`
        : null,
  };
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [sourcePaths(), httpWithoutWebSocket()],
  ssr: {
    noExternal: true,
    // One has a native part; the others are large and imported only where a setting asks for them.
    external: ['@node-rs/argon2', 'google-auth-library', 'ioredis', 'nodemailer'],
  },
  build: {
    target: 'node20',
    outDir,
    emptyOutDir: true,
    ssr: path.join(root, 'src/main/server.ts'),
    rolldownOptions: {
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // The names and lines in stack traces are readable. V8 keeps a file in half the memory if it is ASCII.
        minify: {
          compress: false,
          mangle: false,
          codegen: { removeWhitespace: false, asciiOnly: true },
        },
        comments: false,
      },
    },
  },
});
