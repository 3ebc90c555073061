import { calendarDay } from '../../../platform/contract/calendar.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { RecordCard } from '../../records/contract.ts';
import type { RecordSource } from '../../records/server/public.ts';
import { cabinetRules, readAccess } from '../contract/cabinets.ts';
import { typeName } from '../contract/types.ts';
import { documentHref } from '../contract.ts';
import { listRows } from './record/find.ts';
import { findLinks } from './record/links.ts';
import type { DocumentRow } from './record/rows.ts';
import type { DocumentsDb } from './tables.ts';

const numberOf = (key: string) => Number(/^number:(\d{1,9})$/.exec(key)?.[1] ?? 0);

/** Documents mentioned in chat, recognized by their number. */
export function documentSource(platform: Pick<Platform, 'db'>): RecordSource {
  const db: DocumentsDb = platform.db;
  return {
    kind: 'document',
    async find(actor: Actor, keys) {
      const rows = await listRows(db, actor, keys.map(numberOf));
      const links = await findLinks(
        db,
        actor,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        key: `number:${row.id}`,
        card: cardOf(row, (links.get(row.id) ?? []).map(({ title }) => title).join(', ')),
        access: { store: row.store, ...readAccess },
      }));
    },
    // It has no conversation, whose readers would not be asked for its cabinet.
    facts: async () => [],
  };
}

function cardOf(row: DocumentRow, linked: string): RecordCard {
  const { id, title, cabinet, type, store, document_on, number } = row;
  const lines = [
    { label: 'Store', value: store === null ? 'All stores' : storeNames[store] },
    { label: 'Belongs to', value: linked },
    { label: 'Date', value: document_on === null ? '' : calendarDay(document_on) },
    { label: 'Number', value: number },
  ];
  return {
    ref: { kind: 'document', id: String(id) },
    title,
    subtitle: `${typeName(cabinet, type)} · ${cabinetRules[cabinet].name}`,
    lines: lines.filter(({ value }) => value !== ''),
    href: documentHref(id),
    tone: row.removed_at ? 'warning' : 'neutral',
  };
}
