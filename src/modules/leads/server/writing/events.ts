import type { EventData, LeadsDb } from '../tables.ts';

interface By {
  leadId: number;
  /** Null: the system. */
  authorId: number | null;
  /** Makes a repeated response the same event. */
  clientId?: string;
  at?: Date;
}

/** Appends a history event; `tx` must be the transaction of the change. */
export async function addEvent(
  tx: LeadsDb,
  { leadId, authorId, clientId, at }: By,
  { kind, ...data }: EventData,
): Promise<number> {
  const { id } = await tx
    .insertInto('lead_events')
    .values({
      ...{ lead_id: leadId, author_id: authorId, client_id: clientId ?? null, kind },
      data: JSON.stringify(data),
      ...(at && { at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
