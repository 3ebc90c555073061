import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
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

/** Starts whole server processes: long tests in files that may be short. */
const startsServers = ({ moduleId }: TestSpecification) =>
  /\/(support\/process|faults\/\w+)\.ts'/.test(fs.readFileSync(moduleId, 'utf8'));

/** Unknown files start by size. The last one to start should not run for long on its own. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = new Set(sorted.filter(startsServers));
    return [...isLong, ...sorted.filter((file) => !isLong.has(file))];
  }
}

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
    sequence: { sequencer: LongestFirst },
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
