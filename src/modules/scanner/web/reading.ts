import { checkVin } from '../../vin/contract.ts';
import { classify, isDriverLicense, type Reading } from '../contract/classify.ts';
import type { CodeFormat, ScanSource } from '../contract/kinds.ts';

/** A raw read that has not been classified yet. */
export interface Read {
  text: string;
  format: CodeFormat | null;
  source: ScanSource;
}

export type Assessment =
  | { verdict: 'empty' }
  /** A driver license: reported but never stored. */
  | { verdict: 'license' }
  /** A VIN with an invalid check digit: the user decides. */
  | { verdict: 'doubtful'; vin: string }
  | { verdict: 'clear'; reading: Reading };

export function assess({ text, format }: Read): Assessment {
  if (isDriverLicense(text)) return { verdict: 'license' };
  const reading = classify(text, format);
  if (reading.value === '') return { verdict: 'empty' };
  const doubtful = reading.kind === 'vin' && !checkVin(reading.value).valid;
  return doubtful ? { verdict: 'doubtful', vin: reading.value } : { verdict: 'clear', reading };
}
