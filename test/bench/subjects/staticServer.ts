import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

// The ceiling for reads: the same web framework with an answer in memory, whose size is given.

const app = fastify();
const body = JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(process.argv[2]) - 11)) });
app.get('/', (_request, reply) => reply.type('application/json').send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`Listening at http://127.0.0.1:${port}\n`);
