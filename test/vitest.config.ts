import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    include: [
      'src/**/test/*.test.ts',
      'db/**/test/*.test.ts',
      'test/*.test.ts',
      'test/fuzz/*.test.ts',
    ],
    globalSetup: ['test/support/postgres.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    reporters: ['default'],
  },
});
