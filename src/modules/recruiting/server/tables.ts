import type { Generated, GeneratedAlways } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { AttachmentTables } from '../../attachments/server/public.ts';
import type { PositionStatus, Recommendation, Source, Stage } from '../contract.ts';

interface PositionsTable {
  id: GeneratedAlways<number>;
  job_title: string;
  store: Store | null;
  department: Department;
  manager_id: number;
  openings: number;
  status: PositionStatus;
  /** Days are written as text, and read with `::text`. */
  start_on: string | null;
  note: string;
  created_by: number;
  created_at: Generated<Date>;
  client_id: string;
  version: Generated<number>;
}

interface ApplicantsTable {
  id: GeneratedAlways<number>;
  position_id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  source: Source;
  referred_by: number | null;
  applied_on: string;
  note: string;
  stage: Stage;
  stage_since: Generated<Date>;
  reason: Generated<string>;
  run_id: Generated<number | null>;
  created_by: number;
  created_at: Generated<Date>;
  client_id: string;
  erased_at: Generated<Date | null>;
  version: Generated<number>;
}

interface PapersTable {
  applicant_id: number;
  upload_id: string;
  added_by: number;
  added_at: Generated<Date>;
}

interface InterviewsTable {
  id: GeneratedAlways<number>;
  applicant_id: number;
  at: Date;
  place: string;
  interviewer_id: number;
  recommendation: Generated<Recommendation | null>;
  feedback: Generated<string>;
  created_by: number;
  created_at: Generated<Date>;
  client_id: string;
  canceled_at: Generated<Date | null>;
  version: Generated<number>;
}

export interface RecruitingTables extends AnyTables, AttachmentTables {
  recruiting_positions: PositionsTable;
  recruiting_applicants: ApplicantsTable;
  recruiting_papers: PapersTable;
  recruiting_interviews: InterviewsTable;
}

export type RecruitingDb = Db<RecruitingTables>;
