import type { Generated } from 'kysely';
import type { PeopleTables } from '../../people/server/public.ts';

interface PresenceSightingsTable {
  user_id: number;
  here_since: Generated<Date>;
  seen_at: Generated<Date>;
}

export interface PresenceTables extends PeopleTables {
  presence_sightings: PresenceSightingsTable;
}
