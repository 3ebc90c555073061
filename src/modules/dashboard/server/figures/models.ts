import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { Brand } from '../../contract.ts';

/** Units of one car, this month and in the same days of the month before. */
export interface ModelRow {
  store: Store;
  /** Of a car of the stock. */
  make: string | null;
  model: string | null;
  /** Of another one, as it stands on the deal. */
  words: string | null;
  units: number;
  before: number;
}

export interface KnownModel {
  make: string;
  model: string;
}
type Known = readonly KnownModel[];

/** The models of a store, the most sold first; another maker’s car is called with its maker. */
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

function nameOf(store: Store, { make, model, words }: ModelRow, known: Known): string {
  const found = make && model ? { make, model } : findModel(words ?? '', known);
  if (!found) return 'Other cars';
  return found.make === storeNames[store] ? found.model : `${found.make} ${found.model}`;
}

/** `2024 Ford Bronco Sport Big Bend` is a Bronco Sport and no Bronco: the longest name that fits. */
function findModel(words: string, known: Known): KnownModel | undefined {
  const said = ` ${words.toLowerCase()} `;
  return known
    .filter(({ make, model }) => said.includes(` ${make} ${model} `.toLowerCase()))
    .sort((a, b) => b.model.length - a.model.length)[0];
}
