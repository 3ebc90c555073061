import { checkVin } from '../../vin/contract.ts';
import { classify, isDriverLicense, type Reading } from '../contract/classify.ts';
import type { CodeFormat, ScanSource } from '../contract/kinds.ts';

/** What was just read, before anybody has decided about it. */
export interface Read {
  text: string;
  format: CodeFormat | null;
  source: ScanSource;
}

export type Judged =
  | { verdict: 'empty' }
  /** It shows somebody's papers: said, and forgotten. */
  | { verdict: 'license' }
  /** A VIN that contradicts itself: a person decides. */
  | { verdict: 'doubtful'; vin: string }
  | { verdict: 'clear'; reading: Reading };

export function judge({ text, format }: Read): Judged {
  if (isDriverLicense(text)) return { verdict: 'license' };
  const reading = classify(text, format);
  if (reading.value === '') return { verdict: 'empty' };
  const doubtful = reading.kind === 'vin' && !checkVin(reading.value).valid;
  return doubtful ? { verdict: 'doubtful', vin: reading.value } : { verdict: 'clear', reading };
}
