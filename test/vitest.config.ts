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

/** Tests that change the process they run in: its clock, its globals, what its modules are. */
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
    // For what hangs: how long a thing takes says nothing on a machine that others use.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // They wait for the database, sockets and clocks more than they compute.
    maxWorkers: 3,
    reporters: ['default'],
    // Reading the server's sources anew would take each file longer than its tests do.
    projects: [
      { extends: true, test: { name: 'together', include, exclude: apart, isolate: false } },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
