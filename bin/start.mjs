// Plain JavaScript without dependencies: it runs before anything is installed, and on a Node.js that is too old.
import './node-version.mjs';
import { buildWeb, install, runNode } from './setup.mjs';

await install();
await buildWeb();
await runNode(['src/main/server.ts']);
