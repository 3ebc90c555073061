// Plain JavaScript without dependencies: it runs before anything is installed, on any Node.js from 20.
import { buildWeb, install, runNode } from './setup.mjs';

await install();
await buildWeb();
await runNode(['src/main/server.ts']);
