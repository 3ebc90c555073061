import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractsWithoutSchemas } from './vite.contracts.ts';

// The interface as the server draws first screens with it: the same components as in the browser, in files for Node.js.

export default defineConfig({
  root: fileURLToPath(new URL('./main', import.meta.url)),
  publicDir: false,
  plugins: [contractsWithoutSchemas(), react()],
  // Otherwise React would load its development build unless NODE_ENV is set.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    target: 'node20',
    outDir: fileURLToPath(new URL('../dist/draw', import.meta.url)),
    emptyOutDir: true,
    minify: true,
    ssr: fileURLToPath(new URL('./main/draw.tsx', import.meta.url)),
    rolldownOptions: {
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
