// Runs one of our TypeScript programs on the pinned Node.js, installing first where that is needed.
import './node-version.mjs';
import { buildWeb, install, runNode } from './setup.mjs';

await install();
await buildWeb();
await runNode(process.argv.slice(2));
