// Plain JavaScript without dependencies: it runs before anything is installed, on any Node.js: an older one is told what is needed.
import './node-version.mjs';
import { buildWeb, install, runNode } from './setup.mjs';

await install();
await buildWeb();
await runNode(['src/main/server.ts']);
