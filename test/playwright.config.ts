import { defineConfig } from '@playwright/test';
import { temporaryRoot } from './support/folders.ts';

process.env.TMPDIR = temporaryRoot();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  // Each worker has its own server and database; the tests of a file run in order.
  workers: 2,
  fullyParallel: false,
  // Only for tests that hang: on a shared machine, duration proves nothing.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  outputDir: '../test-results',
  reporter: [['line'], ['json']],
  projects: [
    { name: 'e2e', testIgnore: 'shots.spec.ts' },
    { name: 'shots', testMatch: 'shots.spec.ts' },
  ],
  use: {
    actionTimeout: 30_000,
    // Animations would make measured colors and click positions unstable.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL ?? process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // A fake microphone, and no permission prompts.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        // Pages live for seconds: optimizing their code, or a process for drawing, costs more than it saves.
        '--js-flags=--no-opt,--no-maglev',
        '--disable-gpu',
        '--in-process-gpu',
      ],
    },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  },
});
