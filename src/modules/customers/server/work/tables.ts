import type { Generated } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AppointmentStatus, appointmentKinds, taskKinds } from '../../contract/work.ts';

type One<T extends readonly unknown[]> = T[number];

export interface TasksTable {
  id: Generated<number>;
  customer_id: number;
  store: Store;
  kind: One<typeof taskKinds>;
  title: string;
  due_at: Date;
  assigned_to: number;
  created_by: number;
  created_at: Generated<Date>;
  done_at: Date | null;
  done_by: number | null;
  version: Generated<number>;
  client_id: Generated<string>;
}

export interface AppointmentsTable {
  id: Generated<number>;
  customer_id: number;
  store: Store;
  kind: One<typeof appointmentKinds>;
  starts_at: Date;
  note: string;
  assigned_to: number;
  status: Generated<AppointmentStatus>;
  created_by: number;
  version: Generated<number>;
  client_id: Generated<string>;
}

export interface UpsTable {
  id: Generated<number>;
  store: Store;
  customer_id: number | null;
  guest: string;
  interest: string;
  arrived_at: Date;
  greeter_id: number;
  result: string | null;
  created_by: number;
  version: Generated<number>;
  client_id: Generated<string>;
}
