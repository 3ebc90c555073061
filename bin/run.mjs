// Runs one of our TypeScript programs on the pinned Node.js, after installing if needed.
import './node-version.mjs';
import { buildServer, buildWeb, install, runNode } from './setup.mjs';

await install();
await buildWeb();
await buildServer();
await runNode(process.argv.slice(2));
