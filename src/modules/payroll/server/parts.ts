import type { Platform } from '../../../platform/server/platform.ts';
import { payrollChanged } from '../contract/review.ts';
import type { TimeOffSource } from './people/timeOff.ts';
import type { PayrollDb } from './tables.ts';

/** What the handlers of this module work with. */
export interface Parts {
  platform: Platform;
  db: PayrollDb;
  timeOff: TimeOffSource;
}

/** What it takes to calculate; also without a server. */
export type Source = Pick<Parts, 'db' | 'timeOff'>;

/** After COMMIT. Says only that something about the period changed. */
export const publishPeriod = ({ platform }: Parts, period: string): void =>
  platform.realtime.publish('everyone:', payrollChanged, { period });
