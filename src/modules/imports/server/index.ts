import type { Platform } from '../../../platform/server/platform.ts';
import type { ImportKind } from './kinds.ts';
import { addRoutes } from './routes.ts';
import { importTask } from './startImport.ts';
import { sweep, work } from './steps/job.ts';
import type { ImportServices } from './tables.ts';

/**
 * CSV imports: files are read, checked row by row, created all or nothing, and undone. Each module registers the
 * kinds it can import. An import belongs to its author alone, and a partial import must never be visible.
 */
export function importsModule(platform: Platform, kinds: readonly ImportKind[]): void {
  const { limits, jobs } = platform;
  const services: ImportServices = {
    platform,
    db: platform.db,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    uploads: limits('imports', 30, 60 * 60),
  };
  jobs.define(importTask, ({ importId }) => work(services, Number(importId)));
  jobs.schedule('imports.sweep', '37 9 * * *', () => sweep(services));
  addRoutes(services);
}
