// Plain JavaScript without dependencies: it runs before anything is installed, and on a Node.js that is too old.
import './node-version.mjs';
import { buildServer, buildWeb, builtServer, install, runNode } from './setup.mjs';

await install();
await buildWeb();
await buildServer();
// V8 lets the young generation grow to 96 MB and rarely shrinks it. The flag in package.json limits it to 48 MB.
await runNode([builtServer]);
