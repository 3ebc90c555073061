import { makeOf, modelYearOf } from '../../../vin/contract.ts';
import type { Reading } from '../../contract/classify.ts';

/** Year and make, as far as the VIN contains them: "2023 Hyundai". */
export function vehicleOf(vin: string): string {
  return [modelYearOf(vin), makeOf(vin)].filter(Boolean).join(' ');
}

/** The host of a link in its ASCII form, so that look-alike characters are visible. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** The detail shown next to the value. */
export function detailOf({ kind, value }: Reading): string {
  if (kind === 'vin') return vehicleOf(value);
  return kind === 'url' ? hostOf(value) : '';
}
