// Live reload on one address: Vite serves the web side and proxies the rest to the server,
// which restarts when one of its files changes.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { install, root } from './setup.mjs';

await install();
const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;
const env = {
  ...process.env,
  PORT: String(serverPort),
  SERVER_PORT: String(serverPort),
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
};
const options = { cwd: root, stdio: 'inherit', env };
const children = [
  spawn(
    'node',
    ['--watch-path=src', '--watch-path=db', '--watch-preserve-output', 'src/main/server.ts'],
    options,
  ),
  spawn(
    'vite',
    ['-c', 'src/vite.config.ts', '--host', '127.0.0.1', '--port', String(port)],
    options,
  ),
];
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
const codes = await Promise.all(
  children.map(
    (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
  ),
);
process.exit(Math.max(...codes));
