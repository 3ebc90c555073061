import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { findReferences, type Reference } from '../../records/contract.ts';
import type { LinkKind } from '../contract/document.ts';
import type { DocumentsDb } from './tables.ts';

interface Text {
  /** Null: the name of the file. */
  page: number | null;
  text: string;
}

interface Found {
  kind: LinkKind;
  id: number;
  found: string;
  page: number | null;
}

/** Where a document says what it is about. */
const pagesAtMost = 5;
const pageMaxLength = 20_000;
const proposalsAtMost = 20;

/**
 * Proposes the records that the name and the first pages of an unfiled document name, as far as its store has them;
 * replaces what was proposed before.
 */
export async function propose(tx: DocumentsDb, documentId: number): Promise<void> {
  const { rows } = await sql<{ store: Store | null; file_name: string; pages: Text[] | null }>`
    select d.store, v.file_name,
      (select jsonb_agg(jsonb_build_object('page', p.page, 'text', left(p.text, ${pageMaxLength}))
          order by p.page)
        from document_pages p where p.document_id = d.id and p.version_number = d.current_version
          and p.page <= ${pagesAtMost}) as pages
    from documents d join document_versions v on v.document_id = d.id and v.number = d.current_version
    where d.id = ${documentId} and d.filed_at is null and d.destroyed_at is null`.execute(tx);
  const [document] = rows;
  if (!document) return;
  const { store, file_name, pages } = document;
  // Names of files join words with what a reference may not have beside it.
  const name = { page: null, text: file_name.replace(/\.\w+$/, '').replace(/[_+]/g, ' ') };
  const found = store ? await resolve(tx, store, [name, ...(pages ?? [])]) : [];
  await tx.deleteFrom('document_proposals').where('document_id', '=', documentId).execute();
  if (found.length === 0) return;
  await tx
    .insertInto('document_proposals')
    .values(
      found.map(({ kind, id, found: written, page }) => ({
        document_id: documentId,
        kind,
        record_id: id,
        found: written,
        page,
      })),
    )
    .execute();
}

type Named = Reference & { page: number | null; found: string };

async function resolve(db: DocumentsDb, store: Store, texts: readonly Text[]): Promise<Found[]> {
  const named = texts.flatMap(({ page, text }) =>
    findReferences(text).map(
      (one): Named => ({ ...one, page, found: text.slice(one.start, one.end).slice(0, 100) }),
    ),
  );
  const first = new Map<string, Named>();
  for (const one of named) {
    const key = `${one.kind}:${one.key}`;
    if (!first.has(key)) first.set(key, one);
  }
  const keys = [...first.values()].map(({ kind, key }) => ({ kind, key }));
  const { rows } = await sql<{ kind: LinkKind; id: number; by: string; key: string }>`
    with named as (
      select kind as by, key, split_part(key, ':', 1) as form, split_part(key, ':', 2) as value
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as n (kind text, key text)),
    found as (
      select 'deal' as kind, d.id, n.by, n.key from named n
        join deals d on n.by = 'deal' and d.number = n.value and d.store = ${store}
      union all
      select 'repair_order', r.id, n.by, n.key from named n
        join repair_orders r on n.by = 'repair_order' and r.number = n.value and r.store = ${store}
      union all
      select 'customer', c.root_id, n.by, n.key from named n
        join customers c on n.by = 'customer' and n.value ~ '^\\d{1,9}$' and c.id = n.value::integer
        join customer_stores s on s.customer_id = c.root_id and s.store = ${store}
      union all
      -- Of a vehicle that came back, the last stay.
      (select distinct on (n.key) 'vehicle', u.id, n.by, n.key from named n
        join vehicles v on n.by = 'vehicle'
          and (n.form = 'vin' and v.vin = n.value or n.form = 'vin8' and right(v.vin, 8) = n.value)
        join stock_units u on u.vehicle_id = v.id and u.store = ${store}
        order by n.key, u.in_stock desc, u.id desc)
      union all
      select 'vehicle', u.id, n.by, n.key from named n
        join stock_units u on n.by = 'vehicle' and n.form = 'stock' and u.stock_key = n.value
          and u.store = ${store}
      union all
      -- A contract may name its deal by the vehicle only.
      (select distinct on (n.key) 'deal', d.id, n.by, n.key from named n
        join deals d on n.by = 'vehicle' and n.form = 'vin' and d.vin = n.value and d.store = ${store}
          and d.status <> 'canceled'
        order by n.key, d.opened_at desc))
    select distinct on (kind, id) kind, id, by, key from found
    order by kind, id, key limit ${proposalsAtMost}`.execute(db);
  return rows.flatMap(({ kind, id, by, key }) => {
    const source = first.get(`${by}:${key}`);
    return source ? [{ kind, id, found: source.found, page: source.page }] : [];
  });
}
