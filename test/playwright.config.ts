import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  fullyParallel: false,
  timeout: 40_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  reporter: [['line'], ['json']],
  projects: [
    { name: 'e2e', testIgnore: 'shots.spec.ts' },
    { name: 'shots', testMatch: 'shots.spec.ts' },
  ],
  use: {
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  },
});
