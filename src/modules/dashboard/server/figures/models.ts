import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { Brand } from '../../contract.ts';

/** Units of one model, this month and in the same days of last month. */
export interface ModelRow {
  store: Store;
  /** Set when the deal has a stock vehicle. */
  make: string | null;
  model: string | null;
  /** Otherwise the vehicle as typed on the deal. */
  description: string | null;
  units: number;
  before: number;
}

export interface KnownModel {
  make: string;
  model: string;
}
type Known = readonly KnownModel[];

/** The models of a store, best sellers first; other makes are prefixed with the make. */
export function modelsOf(store: Store, rows: readonly ModelRow[], known: Known): Brand['models'] {
  const models = new Map<string, { units: number; before: number }>();
  for (const row of rows) {
    if (row.store !== store || row.units + row.before === 0) continue;
    const name = nameOf(store, row, known);
    const one = models.get(name) ?? { units: 0, before: 0 };
    models.set(name, { units: one.units + row.units, before: one.before + row.before });
  }
  return [...models]
    .map(([name, one]) => ({ name, ...one }))
    .sort((a, b) => b.units - a.units || b.before - a.before || a.name.localeCompare(b.name));
}

function nameOf(store: Store, { make, model, description }: ModelRow, known: Known): string {
  const found = make && model ? { make, model } : findModel(description ?? '', known);
  if (!found) return 'Other vehicles';
  return found.make === storeNames[store] ? found.model : `${found.make} ${found.model}`;
}

/** `2024 Ford Bronco Sport Big Bend` is a Bronco Sport, not a Bronco: the longest match wins. */
function findModel(description: string, known: Known): KnownModel | undefined {
  const padded = ` ${description.toLowerCase()} `;
  return known
    .filter(({ make, model }) => padded.includes(` ${make} ${model} `.toLowerCase()))
    .sort((a, b) => b.model.length - a.model.length)[0];
}
