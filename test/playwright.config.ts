import { defineConfig } from '@playwright/test';
import { temporaryRoot } from './support/folders.ts';

process.env.TMPDIR = temporaryRoot();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  // Each has a server and a database of its own; files are shared out, the tests of one stay in order.
  workers: 2,
  fullyParallel: false,
  // For what hangs: how long a thing takes says nothing on a machine that others use.
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
    // What fades in is pale for a moment: colors are measured, and clicks aimed, at what stands still.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL ?? process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // A microphone that hums, and a browser that does not ask.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  },
});
