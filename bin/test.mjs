// Runs all checks and tests, those that fail fastest first, and prints the number of tests.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildServer, buildWeb, compileCache, install, must, root, run } from './setup.mjs';

const [only] = process.argv.slice(2).map((argument) => argument.replace(/^--/, ''));
const results = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-results-'));
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const counts = { passed: 0, failed: 0 };
const broken = [];
const failures = [];
/** Durations of the steps, and of the tests with their files. */
const steps = [];
const tests = [];
const began = Date.now();

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function timed(name, work) {
  const started = Date.now();
  console.log(`· ${name} (after ${seconds(started - began)})`);
  const result = await work();
  steps.push({ name, ms: Date.now() - started });
  return result;
}

async function step(name, file, args, env = {}) {
  const always = { NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache };
  const options = { env: { ...process.env, ...always, ...env } };
  const code = await timed(name, () => run(file, args, options));
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(steps.at(-1).ms)})`);
  if (code !== 0) broken.push(name);
}

function printTimes() {
  console.log('\nWhere the time went');
  for (const { name, ms } of steps) console.log(`${seconds(ms).padStart(9)}  ${name}`);
  console.log(`${seconds(Date.now() - began).padStart(9)}  in all`);
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  if (slowest.length === 0) return;
  console.log('\nThe slowest tests');
  for (const { name, ms } of slowest) console.log(`${seconds(ms).padStart(9)}  ${name}`);
  console.log('');
}

const whereIs = (name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
const browser = () => process.env.CHROMIUM || whereIs('chromium') || whereIs('google-chrome');
/** Needs less CPU than the full browser, which is the fallback. */
const headlessShell = () =>
  process.env.HEADLESS_SHELL || whereIs('chromium-headless-shell') || browser();

/** The embedded PostgreSQL ships no pg_dump; Debian keeps its server's programs out of the PATH. */
function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return versions.some((version) =>
    ['initdb', 'pg_dump'].every((name) => fs.existsSync(`${folder}/${version}/bin/${name}`)),
  );
}

/** A browser, Redis and PostgreSQL's tools are system packages, not npm packages. */
async function installPrograms() {
  const needed = [
    !browser() && 'chromium',
    !whereIs('redis-server') && 'redis-server',
    !hasPostgres() && 'postgresql',
  ].filter(Boolean);
  const canInstall = process.getuid?.() === 0 && whereIs('apt-get');
  if (needed.length > 0 && !canInstall) {
    console.error(
      `The tests need ${needed.join(' and ')}. Install them (Debian: apt-get install ` +
        `${needed.join(' ')}), or name a browser in CHROMIUM.`,
    );
    process.exit(1);
  }
  const own = process.env.CHROMIUM || process.env.HEADLESS_SHELL;
  if (canInstall && !own && !whereIs('chromium-headless-shell'))
    needed.push('chromium-headless-shell');
  if (needed.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await must('apt-get', ['update', '-qq'], { env });
  await must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...needed], { env });
}

async function check() {
  await step('lint and format', bin('biome'), ['ci', '--error-on-warnings']);
  await step('types', bin('tsc'), ['-p', 'tsconfig.json']);
  await step('regular expressions', 'node', ['test/lint/regularExpressions.ts']);
  await step('dead code', bin('knip'), ['-c', 'test/knip.json', '--no-progress']);
}

async function testServer(filters = []) {
  const report = path.join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '-c', 'test/vitest.config.ts', ...reporters, ...filters];
  await step('tests', bin('vitest'), args);
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
    for (const { fullName, duration } of assertionResults)
      tests.push({ name: `${file} › ${fullName}`, ms: duration ?? 0 });
    if (status === 'failed' && failed.length === 0) note(file, message);
  }
}

/** Failures are printed again at the end, where people look for them. */
function note(test, message) {
  failures.push(`✗ ${test}\n${String(message).split('\n').slice(0, 12).join('\n')}`);
}

function noteSpecs({ specs = [], suites = [] }) {
  for (const { ok, file, title, tests: runs } of specs) {
    const [result] = runs[0]?.results ?? [];
    if (!ok) note(`${file} › ${title}`, result?.error?.message);
    tests.push({ name: `${file} › ${title}`, ms: result?.duration ?? 0 });
  }
  for (const suite of suites) noteSpecs(suite);
}

async function testBrowser(project, specs = []) {
  const report = path.join(results, 'browser.json');
  const args = ['test', '-c', 'test/playwright.config.ts', `--project=${project}`, ...specs];
  const env = {
    CHROMIUM: browser(),
    HEADLESS_SHELL: headlessShell(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  };
  await step('browser tests', bin('playwright'), args, env);
  if (!fs.existsSync(report)) return;
  const { stats, suites } = JSON.parse(fs.readFileSync(report, 'utf8'));
  counts.passed += stats.expected;
  counts.failed += stats.unexpected;
  for (const suite of suites) noteSpecs(suite);
}

const git = (...args) =>
  spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

/**
 * Checks the uncommitted changes, or those of the last commit if there are none: lint, types, the tests of the changed
 * folders, and the browser tests with the same names.
 */
async function testChanged() {
  const open = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '-o', '--exclude-standard'),
  ];
  const changed = (open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1')).filter((file) =>
    fs.existsSync(file),
  );
  const folders = new Set();
  const specs = new Set();
  for (const file of changed) {
    const [, folder, name] = /^(src\/(?:modules\/|platform\/\w+\/)([\w-]+)\/)/.exec(file) ?? [];
    if (folder) folders.add(folder);
    if (name && fs.existsSync(`test/e2e/${name}.spec.ts`)) specs.add(`/${name}.spec.ts`);
    if (/\.test\.ts$/.test(file)) folders.add(file);
    if (/\.spec\.ts$/.test(file)) specs.add(file.slice(file.lastIndexOf('/')));
  }
  console.log(`${changed.length} files changed: ${[...folders, ...specs].join(' ') || 'no tests'}`);
  const lint = changed.filter((file) => /\.(ts|tsx|mjs|json|css)$/.test(file));
  if (lint.length > 0)
    await step('lint and format', bin('biome'), ['ci', '--error-on-warnings', ...lint]);
  const cache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types'];
  await step('types', bin('tsc'), ['-p', 'tsconfig.json', ...cache]);
  if (folders.size > 0) await testServer(['test/architecture.test.ts', ...folders]);
  if (specs.size === 0) return;
  await timed('build', build);
  await testBrowser('e2e', [...specs]);
}

/** What browser tests use: the product as `npm start` runs it. */
async function build() {
  await buildWeb();
  await buildServer();
}

/** The fuzz tests with many more calls, and a new seed each time. */
async function fuzz() {
  const amount = { FUZZ_CALLS: '200000', FUZZ_FRAMES: '100000' };
  const env = { ...amount, FUZZ_SEED: String(Date.now() % 2 ** 31), ...process.env };
  console.log(`FUZZ_SEED=${env.FUZZ_SEED}`);
  await step('fuzz', bin('vitest'), ['run', '-c', 'test/vitest.config.ts', 'test/fuzz'], env);
}

await timed('install', install);
if (only === 'fuzz') {
  await fuzz();
  process.exit(broken.length > 0 ? 1 : 0);
}
if (only === 'changed') {
  await timed('programs', installPrograms);
  await testChanged();
} else {
  if (only !== 'shots') await check();
  if (only !== 'check') {
    await timed('programs', installPrograms);
    await timed('build', build);
    if (only !== 'shots') await testServer();
    await testBrowser(only === 'shots' ? 'shots' : 'e2e');
  }
}
fs.rmSync(results, { recursive: true, force: true });
printTimes();
for (const failure of failures) console.log(failure);
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`);
if (only !== 'check') console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(broken.length > 0 ? 1 : 0);
