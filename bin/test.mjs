// Everything that must hold, in the order that fails fastest; ends with the count of the tests.
import './node-version.mjs';
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
const failures = [];

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

/** The embedded PostgreSQL ships no pg_dump; Debian keeps its server's programs out of the PATH. */
function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return versions.some((version) =>
    ['initdb', 'pg_dump'].every((name) => fs.existsSync(`${folder}/${version}/bin/${name}`)),
  );
}

/** A browser, Redis and PostgreSQL's tools are programs of the machine, not packages of the lock file. */
async function installPrograms() {
  const missing = [
    !browser() && 'chromium',
    !whereIs('redis-server') && 'redis-server',
    !hasPostgres() && 'postgresql',
  ].filter(Boolean);
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
  await step('regular expressions', 'node', ['test/lint/regularExpressions.ts']);
  await step('dead code', bin('knip'), ['-c', 'test/knip.json', '--no-progress']);
}

async function testServer() {
  const report = path.join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await step('tests', bin('vitest'), ['run', '-c', 'test/vitest.config.ts', ...reporters]);
  if (!fs.existsSync(report)) return;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    fs.readFileSync(report, 'utf8'),
  );
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
  for (const { name, message, status, assertionResults } of testResults) {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) note(`${file} › ${test.fullName}`, test.failureMessages[0]);
    if (status === 'failed' && failed.length === 0) note(file, message);
  }
}

/** What failed is said once more at the end, where it is looked for. */
function note(test, message) {
  failures.push(`✗ ${test}\n${String(message).split('\n').slice(0, 12).join('\n')}`);
}

function noteSpecs({ specs = [], suites = [] }) {
  for (const { ok, file, title, tests } of specs) {
    const results = tests[0]?.results ?? [];
    if (!ok) note(`${file} › ${title}`, results.at(-1)?.error?.message);
    else if (results.length > 1) note(`${file} › ${title}, once`, results[0]?.error?.message);
  }
  for (const suite of suites) noteSpecs(suite);
}

async function testBrowser(project) {
  const report = path.join(results, 'browser.json');
  const args = ['test', '-c', 'test/playwright.config.ts', `--project=${project}`];
  const env = { CHROMIUM: browser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  await step('browser tests', bin('playwright'), args, env);
  if (!fs.existsSync(report)) return;
  const told = JSON.parse(fs.readFileSync(report, 'utf8'));
  counts.passed += told.stats.expected + told.stats.flaky;
  counts.failed += told.stats.unexpected;
  noteSpecs(told);
}

/** The tests with thousands of random calls, on other ones each time. */
async function fuzz() {
  const env = { FUZZ_RUNS: '1000', FUZZ_SEED: String(Date.now() % 2 ** 31), ...process.env };
  console.log(`FUZZ_SEED=${env.FUZZ_SEED}`);
  await step('fuzz', bin('vitest'), ['run', '-c', 'test/vitest.config.ts', 'test/fuzz'], env);
}

await install();
if (only === 'fuzz') await fuzz().then(() => process.exit(broken.length > 0 ? 1 : 0));
if (only !== 'shots') await check();
if (only !== 'check') {
  await installPrograms();
  await buildWeb();
  if (only !== 'shots') await testServer();
  await testBrowser(only === 'shots' ? 'shots' : 'e2e');
}
fs.rmSync(results, { recursive: true, force: true });
for (const failure of failures) console.log(failure);
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`);
if (only !== 'check') console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(broken.length > 0 ? 1 : 0);
