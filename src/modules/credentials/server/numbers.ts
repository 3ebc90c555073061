import type { Secrets } from '../../../platform/server/secrets/secrets.ts';

/** A term by the id its sealed number belongs to, as the database returns it. */
const contextOf = (clientId: string) => `credential number ${clientId.toLowerCase()}`;

interface NumberColumns {
  number: string;
  sealed_number: string | null;
}

/** The columns of a number: sealed where the kind keeps it private. */
export function numberColumns(
  secrets: Pick<Secrets, 'seal'>,
  clientId: string,
  number: string,
  isPrivate: boolean,
): NumberColumns {
  if (!isPrivate || number === '') return { number, sealed_number: null };
  return { number: '', sealed_number: JSON.stringify(secrets.seal(number, contextOf(clientId))) };
}

interface StoredNumber {
  client_id: string;
  number: string;
  sealed_number: Parameters<Secrets['open']>[0] | null;
}

export const numberOf = (secrets: Pick<Secrets, 'open'>, row: StoredNumber): string =>
  row.sealed_number ? secrets.open(row.sealed_number, contextOf(row.client_id)) : row.number;
