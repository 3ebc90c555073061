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
    // For what hangs: how long a thing takes says nothing on a machine that others use.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // They wait for the database, sockets and clocks more than they compute.
    maxWorkers: 3,
    reporters: ['default'],
  },
});
