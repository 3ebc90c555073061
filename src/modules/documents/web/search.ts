import { FileText } from 'lucide-react';
import { call } from '../../../platform/web/api/call.ts';
import type { SearchSource } from '../../../platform/web/search/sources.ts';
import { readAccess } from '../contract/cabinets.ts';
import { documentHref, listDocuments } from '../contract.ts';
import { cabinetName, typeOf } from './state/labels.ts';

const atMost = 4;

const source: SearchSource = {
  name: 'document',
  heading: 'Documents',
  icon: FileText,
  access: readAccess,
  async find(q, signal) {
    const query = { q, scope: 'all', limit: atMost } as const;
    const found = await call(listDocuments, { query }, { signal });
    return found.map((document) => ({
      id: String(document.id),
      title: document.title,
      detail: document.isFiled ? typeOf(document) : `${cabinetName(document.cabinet)}, inbox`,
      href: documentHref(document.id),
    }));
  },
};
export default source;
