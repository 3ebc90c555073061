import { makeOf, modelYearOf } from '../../vin/contract.ts';
import type { Reading } from '../contract/classify.ts';

/** Year and make, as far as the VIN tells: "2023 Hyundai". */
export function vehicleOf(vin: string): string {
  return [modelYearOf(vin), makeOf(vin)].filter(Boolean).join(' ');
}

/** The host of a link as it will be asked for: in plain letters, whatever it looks like. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** What stands beside the value. */
export function detailOf({ kind, value }: Reading): string {
  if (kind === 'vin') return vehicleOf(value);
  return kind === 'url' ? hostOf(value) : '';
}
