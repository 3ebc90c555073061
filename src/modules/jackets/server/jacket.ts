import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Jacket, JacketItem } from '../contract/jacket.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { canFile, canKeep } from './policy.ts';
import { type FiledDocument, listFiled } from './records/documents.ts';
import {
  findItems,
  getSubject,
  getToday,
  type ItemRow,
  stateOf,
  takesStipulations,
} from './records/find.ts';
import { findStipulations } from './records/stipulations.ts';
import type { JacketsDb } from './tables.ts';
import { findTitleWork } from './titles/work.ts';

const nouns = { deal: 'Deal ', repair_order: 'RO ', employee: '' } as const;

/** The jacket of a record; throws 404 if the actor may not see it. */
export async function getJacket(
  db: JacketsDb,
  actor: Actor,
  { record, recordId }: { record: RecordKind; recordId: number },
): Promise<Jacket> {
  const subject = await getSubject(db, actor, record, recordId);
  const today = await getToday(db);
  const isDeal = record === 'deal';
  const [items, filed, stipulations, titleWork] = await Promise.all([
    findItems(db, record, subject, today),
    listFiled(db, actor, record, recordId),
    isDeal ? findStipulations(db, recordId, today) : [],
    isDeal ? findTitleWork(db, actor, recordId, today) : null,
  ]);
  return {
    record,
    recordId,
    title: `${nouns[record]}${subject.title}`,
    store: subject.store,
    kind: subject.kind,
    since: subject.since,
    items: items.map((item) => ({
      type: item.type,
      condition: item.condition,
      state: stateOf(item),
      documents: ofType(filed, item.type),
      waiver: waiverOf(item),
    })),
    stipulations: stipulations.map((one) => ({ ...one, documents: ofType(filed, one.type) })),
    titleWork,
    may: {
      waive: canKeep(actor, record),
      file: canFile(actor, record),
      addStipulations: isDeal && canKeep(actor, 'deal') && takesStipulations(subject),
    },
  };
}

const ofType = (filed: readonly FiledDocument[], wanted: string | null) =>
  filed
    .filter(({ type }) => type === wanted)
    .map(({ id, title, created_at }) => ({
      documentId: id,
      title,
      addedAt: created_at.toISOString(),
    }));

const waiverOf = ({ waived_by, waived_at, reason }: ItemRow): JacketItem['waiver'] =>
  waived_at === null || reason === null
    ? null
    : { by: waived_by ?? '', at: waived_at.toISOString(), reason };
