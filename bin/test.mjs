// Everything that must hold, in the order that fails fastest; ends with the count of the tests.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildWeb, install, must, root, run } from './setup.mjs';

const only = process.argv[2];
const results = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-results-'));
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const counts = { passed: 0, failed: 0 };
const broken = [];

async function step(name, file, args, env = {}) {
  const started = Date.now();
  const code = await run(file, args, { env: { ...process.env, NODE_ENV: 'test', ...env } });
  console.log(
    `${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (code !== 0) broken.push(name);
}

const whereIs = (name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
const browser = () => process.env.CHROMIUM || whereIs('chromium') || whereIs('google-chrome');

/** A browser and a Redis are programs of the machine, not packages of the lock file. */
async function installPrograms() {
  const missing = [!browser() && 'chromium', !whereIs('redis-server') && 'redis-server'].filter(
    Boolean,
  );
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !whereIs('apt-get')) {
    console.error(
      `The tests need ${missing.join(' and ')}. Install them (Debian: apt-get install ` +
        `${missing.join(' ')}), or name a browser in CHROMIUM.`,
    );
    process.exit(1);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await must('apt-get', ['update', '-qq'], { env });
  await must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
}

async function check() {
  await step('lint and format', bin('biome'), ['ci', '--error-on-warnings']);
  await step('types', bin('tsc'), ['-p', 'tsconfig.json']);
  await step('dead code', bin('knip'), ['-c', 'test/knip.json', '--no-progress']);
}

async function testServer() {
  const report = path.join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await step('tests', bin('vitest'), ['run', '-c', 'test/vitest.config.ts', ...reporters]);
  if (!fs.existsSync(report)) return;
  const { numPassedTests, numFailedTests } = JSON.parse(fs.readFileSync(report, 'utf8'));
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
}

async function testBrowser(project) {
  const report = path.join(results, 'browser.json');
  const args = ['test', '-c', 'test/playwright.config.ts', `--project=${project}`];
  const env = { CHROMIUM: browser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  await step('browser tests', bin('playwright'), args, env);
  if (!fs.existsSync(report)) return;
  const { expected, unexpected, flaky } = JSON.parse(fs.readFileSync(report, 'utf8')).stats;
  counts.passed += expected + flaky;
  counts.failed += unexpected;
}

await install();
if (only !== 'shots') await check();
if (only !== 'check') {
  await installPrograms();
  await buildWeb();
  if (only !== 'shots') await testServer();
  await testBrowser(only === 'shots' ? 'shots' : 'e2e');
}
fs.rmSync(results, { recursive: true, force: true });
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`);
if (only !== 'check') console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(broken.length > 0 ? 1 : 0);
