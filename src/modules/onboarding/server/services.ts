import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import type { OnboardingDb } from './tables.ts';

/** What other modules know about someone who starts or leaves. */
export interface OnboardingParts {
  /** In the order in which they are shown and handed over. */
  sources: readonly HandoverSource[];
  /** The names of the documents a personnel file lacks. */
  listMissingPapers(db: Db<AnyTables>, userId: number): Promise<string[]>;
}

export interface OnboardingServices extends OnboardingParts {
  platform: Platform;
  db: OnboardingDb;
  /** Per user. */
  writes: Limit;
}
