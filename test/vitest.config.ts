import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { temporaryRoot } from './support/folders.ts';

process.env.TMPDIR = temporaryRoot();
const root = path.resolve(import.meta.dirname, '..');
const include = [
  'src/**/test/*.test.ts',
  'db/**/test/*.test.ts',
  'test/*.test.ts',
  'test/fuzz/*.test.ts',
];

/** Tests that change their process: its clock, globals or modules. */
const apart = fs
  .globSync(include, { cwd: root })
  .filter((file) =>
    /\bvi\.(mock|spyOn|stubEnv|stubGlobal|useFakeTimers)\b/.test(
      fs.readFileSync(path.join(root, file), 'utf8'),
    ),
  );

export default defineConfig({
  root,
  resolve: { alias: { '@node-rs/argon2': path.join(root, 'test/support/argon2.ts') } },
  test: {
    globalSetup: ['test/support/postgres.ts'],
    environment: 'node',
    // Only for tests that hang: on a shared machine, duration proves nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Tests wait for the database, sockets and clocks more than they compute.
    maxWorkers: 3,
    reporters: ['default'],
    // Loading the server again for each file would take longer than its tests.
    projects: [
      { extends: true, test: { name: 'together', include, exclude: apart, isolate: false } },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
