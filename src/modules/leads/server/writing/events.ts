import type { EventData, LeadsDb } from '../tables.ts';

interface By {
  leadId: number;
  /** Null: the house itself. */
  authorId: number | null;
  /** Of an answer: sent twice, it is one. */
  clientId?: string;
  at?: Date;
}

/** Adds to what happened to a lead, in the transaction of the act itself. */
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
