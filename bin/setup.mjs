// What every command needs: the dependencies of the lock file, and the built site.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';

export const root = path.resolve(
  import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  '..',
);
process.chdir(root);
// Child processes find the pinned Node.js first.
process.env.PATH = path.join(root, 'node_modules/.bin') + path.delimiter + process.env.PATH;

/** Without this cache, half of a warm start goes into compiling our own TypeScript. */
export const compileCache = path.join(root, 'node_modules/.cache/node');

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const pinnedNode = () =>
  fs.existsSync(bin('node')) ? fs.realpathSync(bin('node')) : process.execPath;

/** Runs a program in the foreground, forwards signals to it and returns its exit code. */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', cwd: root, ...options });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(signal ? 1 : code);
    });
  });
}

/** Runs a program, and exits with its code if it fails. */
export async function must(file, args, options) {
  const code = await run(file, args, options);
  if (code !== 0) process.exit(code || 1);
}

export const tool = (name, args, options) =>
  must(pinnedNode(), [fs.realpathSync(bin(name)), ...args], options);

function hash(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(`${file}\0`).update(fs.readFileSync(path.join(root, file)));
  return sum.digest('hex');
}

async function unlessDone(stamp, wanted, work) {
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  await work();
  fs.writeFileSync(stamp, wanted);
}

/** Installs exactly what the lock file says, unless that is already installed. */
export async function install() {
  const wanted = hash(['package-lock.json']);
  await unlessDone('node_modules/.installed', wanted, async () => {
    process.stderr.write('Installing…\n');
    // No dependency needs an install script, so none may run.
    const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts'];
    const env = { ...process.env, NODE_ENV: '' };
    const { npm_execpath: npm, npm_node_execpath: node } = process.env;
    if (npm) await must(node ?? process.execPath, [npm, ...args], { env });
    else await must('npm', args, { env });
  });
}

/** The files of a folder in a fixed order, without those in folders of this name. */
function sources(folder, other, found = []) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !['node_modules', 'test', other].includes(entry.name))
      sources(file, other, found);
    else if (entry.isFile()) found.push(file);
  }
  return found.sort();
}

const vite = (config) =>
  tool('vite', ['build', '-c', config, '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });

/** Builds the site, unless it was built from exactly these sources. */
export async function buildWeb() {
  const wanted = hash([
    ...sources('src', 'server'),
    'package-lock.json',
    'bin/setup.mjs',
    'bin/compress.mjs',
  ]);
  await unlessDone('dist/web/.built', wanted, async () => {
    process.stderr.write('Building the site…\n');
    await vite('src/vite.config.ts');
    await vite('src/vite.draw.ts');
    await must(pinnedNode(), ['bin/compress.mjs', 'dist/web']);
  });
}

export const builtServer = 'dist/server/server.mjs';

/** Puts the server's sources into few files, unless that was done with exactly these. */
export async function buildServer() {
  const wanted = hash([
    ...sources('src', 'web'),
    ...sources('db/demo', 'test'),
    'package-lock.json',
    'bin/setup.mjs',
  ]);
  await unlessDone('dist/server/.built', wanted, () => vite('src/vite.server.ts'));
}

/** Runs a program on the pinned Node.js: in this process if it already runs on it. */
export async function runNode([program, ...args]) {
  const node = pinnedNode();
  process.env.NODE_COMPILE_CACHE = compileCache;
  if (fs.realpathSync(process.execPath) === node) {
    process.argv = [process.execPath, path.join(root, program), ...args];
    module.enableCompileCache(compileCache);
    await import(path.join(root, program));
  } else {
    process.exit(await run(node, [...process.execArgv, program, ...args]));
  }
}
