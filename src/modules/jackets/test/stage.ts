import { sql } from 'kysely';
import type { StageUser } from '../../admin/test/stage.ts';
import type { DealPage } from '../../deals/contract/deal.ts';
import {
  addCustomer,
  costAccess,
  create,
  type DealStage,
  moveThrough,
  openDealStage,
} from '../../deals/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { getJacket, type Jacket } from '../contract/jacket.ts';
import type { RecordKind } from '../contract/kinds.ts';

interface FiledDocument {
  record?: RecordKind;
  recordId: number;
  type: string;
  store?: 'ford' | 'hyundai';
  /** In the inbox otherwise. */
  isFiled?: boolean;
}

export interface JacketStage extends DealStage {
  /** Works at the Ford store with deals and documents. */
  addClerk(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** A document of the record’s cabinet, and returns its id. */
  file(document: FiledDocument): Promise<number>;
  remove(documentId: number): Promise<void>;
  /** A general manager, who may do everything with deals. */
  boss: StageUser;
  /** A customer of the Ford store. */
  customer: { id: number; name: string };
}

const cabinets = { deal: 'deals', repair_order: 'service', employee: 'hr' } as const;

export async function openJacketStage(): Promise<JacketStage> {
  const base = await openDealStage();
  const { db } = base.platform;
  const addClerk = (overrides: Partial<NewUser> = {}) =>
    base.addEmployee({
      department: 'back_office',
      pagePermissions: ['customer_management', 'document_management'],
      ...overrides,
    });
  const boss = await addClerk({ ...costAccess, role: 'general_manager' });
  // As a group starts; the demo group began later.
  await sql`update jacket_requirements set since = current_date - 90`.execute(db);
  await sql`update title_limits set since = current_date - 90`.execute(db);
  return {
    ...base,
    addClerk,
    boss,
    customer: await addCustomer(boss),
    async file({ record = 'deal', recordId, type, store = 'ford', isFiled = true }) {
      const { rows } = await sql<{ id: number }>`
        with document as (
          insert into documents (cabinet, store, type, title, filed_at, filed_by, created_by, client_id)
          values (${cabinets[record]}, ${store}, ${type}, ${`Scan of ${type}`},
            ${isFiled ? new Date() : null}, ${isFiled ? boss.id : null}, ${boss.id}, gen_random_uuid())
          returning id),
        version as (
          insert into document_versions (document_id, number, folder, storage_key, file_name, mime_type, kind,
            size_bytes, sha256, origin, upload_id, uploaded_by)
          select id, 1, 'sales-documents', gen_random_uuid(), 'scan.pdf', 'application/pdf', 'pdf', 9,
            sha256('scan'), 'upload', gen_random_uuid(), ${boss.id} from document)
        insert into document_links (document_id, kind, record_id, linked_by)
        select id, ${record}, ${recordId}, ${boss.id} from document
        returning document_id as id`.execute(db);
      return rows[0]?.id ?? 0;
    },
    async remove(documentId) {
      await sql`update documents set removed_at = now(), removed_by = ${boss.id},
        removal_reason = 'Wrong deal' where id = ${documentId}`.execute(db);
    },
  };
}

/** A deal that the lender finances, signed today. */
export async function signedDeal(stage: JacketStage, overrides: object = {}): Promise<DealPage> {
  const deal = await create(stage.boss, stage.customer.id, { method: 'finance', ...overrides });
  return moveThrough(stage.boss, deal, 'signed');
}

export async function deliveredDeal(stage: JacketStage, overrides: object = {}): Promise<DealPage> {
  return moveThrough(stage.boss, await signedDeal(stage, overrides), 'delivered');
}

export const fetchJacket = ({ client }: StageUser, recordId: number, record: RecordKind = 'deal') =>
  client.call(getJacket, { params: { record, recordId } });

export const stateOf = (jacket: Jacket, type: string) =>
  jacket.items.find((item) => item.type === type)?.state;

export const missingOf = (jacket: Jacket) =>
  jacket.items.filter(({ state }) => state === 'missing').map(({ type }) => type);

/** Moves what happened to a deal into the past. */
export async function backdate(stage: JacketStage, dealId: number, days: number): Promise<void> {
  await sql`update deals set signed_on = signed_on - ${days}::integer,
    delivered_on = delivered_on - ${days}::integer, opened_at = opened_at - ${days} * interval '1 day'
    where id = ${dealId}`.execute(stage.platform.db);
}
