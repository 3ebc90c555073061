// Plain JavaScript without dependencies: it runs before anything is installed, and on a Node.js that is too old.
import './node-version.mjs';
import { buildServer, buildWeb, builtServer, install, runNode } from './setup.mjs';

// V8 lets the part of the heap for new objects grow to 96 MB, and seldom takes it back: package.json allows 48 MB.
await install();
await buildWeb();
await buildServer();
await runNode([builtServer]);
