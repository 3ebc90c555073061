import type { ImportKind } from '../../../imports/server/public.ts';
import { write } from '../../contract/fields.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { canImport, sentences, storesOf } from '../policy.ts';
import { checkCustomers } from './check.ts';
import { customerFields } from './columns.ts';
import { createCustomers, takeCustomersBack } from './create.ts';

/** Imports customers that the store does not have yet, by phone number and email. */
export const customerImport: ImportKind<CustomerFacts> = {
  name: 'customers',
  fields: customerFields,
  access: write,
  refusal: sentences.import,
  mayImport: canImport,
  storesOf,
  actions: { imported: 'customer.imported', undone: 'customer.import_undone' },
  check: checkCustomers,
  async create(tx, facts, context) {
    await createCustomers(tx, facts, context);
  },
  undo: (tx, { importId }, reportProgress) => takeCustomersBack(tx, importId, reportProgress),
};
