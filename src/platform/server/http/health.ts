import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isMigrated } from '../db/migrate.ts';

/** `live`: the process responds. `ready`: it can serve users, because the database responds, too. */
export function serveHealth(app: FastifyInstance, pool: pg.Pool, isDraining: () => boolean): void {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const ready = !isDraining() && (await isMigrated(pool).catch(() => false));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
