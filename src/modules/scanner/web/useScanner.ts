import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { Scan } from '../contract.ts';
import type { Code } from './decoding/code.ts';
import { detailOf } from './describe.ts';
import { kindNames } from './names.ts';
import { judge, type Read } from './reading.ts';
import { asScan, type Unsent } from './recent/outbox.ts';
import type { Scans } from './recent/useScans.ts';

export type Shown =
  | { what: 'nothing' }
  | { what: 'license' }
  | { what: 'empty' }
  | { what: 'doubtful'; read: Read; vin: string }
  | { what: 'scan'; scan: Scan };

/** What is shown of what was read, and what a person decides about it. */
export function useScanner(scans: Scans) {
  const [shown, setShown] = useState<Shown>({ what: 'nothing' });
  const [said, setSaid] = useState('');

  function keep(read: Read, more: Pick<Unsent, 'asText' | 'overrideReason'> = {}): void {
    const unsent = { id: uuid(), scannedAt: new Date().toISOString(), ...read, ...more };
    scans.keep(unsent);
    const scan = asScan(unsent);
    setShown({ what: 'scan', scan });
    setSaid([kindNames[scan.kind], scan.value, detailOf(scan)].filter(Boolean).join(', '));
  }

  function take(read: Read): void {
    const judged = judge(read);
    setSaid('');
    if (judged.verdict === 'clear') keep(read);
    else if (judged.verdict === 'doubtful') setShown({ what: 'doubtful', read, vin: judged.vin });
    else setShown({ what: judged.verdict });
  }

  return {
    shown,
    /** For who does not see it. */
    said,
    take,
    takeCode: ({ text, format }: Code, source: 'camera' | 'file') => take({ text, format, source }),
    clear: () => setShown({ what: 'nothing' }),
    show: (scan: Scan) => setShown({ what: 'scan', scan }),
    correct: (read: Read, vin: string) => keep({ ...read, text: vin }),
    override: (read: Read, overrideReason: string) => keep(read, { overrideReason }),
    keepAsText: (read: Read) => keep(read, { asText: true }),
  };
}
