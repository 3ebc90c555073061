import type { Generated } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { VisitResult } from '../contract.ts';

export interface ShowroomTables extends PeopleTables {
  customer_ups: {
    id: Generated<number>;
    store: Store;
    customer_id: number | null;
    guest: string;
    interest: string;
    arrived_at: Date;
    greeter_id: number;
    result: VisitResult | null;
    lead_id: number | null;
    deal_id: number | null;
    is_be_back: Generated<boolean>;
    created_by: number;
    version: Generated<number>;
    client_id: Generated<string>;
  };
  customer_up_steps: {
    up_id: number;
    step: 'test_drive' | 'write_up' | 'left';
    at: Generated<Date>;
    author_id: number;
  };
  customer_up_outings: { outing_id: number; up_id: number };
}

export type ShowroomDb = Db<ShowroomTables>;
