import { sql } from 'kysely';
import type { TalliedGrouping } from '../../tally/tally.ts';

/** The recon stages before the frontline. */
export const byStage = (column: string): TalliedGrouping => ({
  id: 'stage',
  label: 'Stage',
  choices: [
    { key: 'intake', label: 'Intake' },
    { key: 'inspection', label: 'Inspection' },
    { key: 'approval', label: 'Approval' },
    { key: 'mechanical', label: 'Mechanical' },
    { key: 'body', label: 'Body' },
    { key: 'detail', label: 'Detail' },
    { key: 'photos', label: 'Photos' },
  ],
  key: sql.ref(column),
});
