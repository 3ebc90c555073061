import type { Platform } from '../../../platform/server/platform.ts';
import { importTask } from './bring.ts';
import type { ImportKind } from './kinds.ts';
import { addRoutes } from './routes.ts';
import { sweep, work } from './steps/job.ts';
import type { ImportServices } from './tables.ts';

/**
 * Bringing in files: read, checked row by row, created all of it or nothing, and taken back. What a row is
 * the rooms say, each with a kind of its own. An import is its author's alone, and half of one must never be
 * seen.
 */
export function importsModule(platform: Platform, kinds: readonly ImportKind[]): void {
  const { limits, jobs } = platform;
  const desk: ImportServices = {
    platform,
    db: platform.db,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    uploads: limits('imports', 30, 60 * 60),
  };
  jobs.define(importTask, ({ importId }) => work(desk, Number(importId)));
  jobs.schedule('imports.sweep', '37 9 * * *', () => sweep(desk));
  addRoutes(desk);
}
