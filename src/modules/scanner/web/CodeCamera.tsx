import { useEffect, useState } from 'react';
import { classify } from '../contract/classify.ts';
import { Viewfinder } from './camera/view/Viewfinder.tsx';
import { openDecoder } from './decoding/decoder.ts';
import { useCameraScans } from './useCameraScans.ts';

/** The camera only: passes each code to the caller without saving it. */
export default function CodeCamera({ onCode }: { onCode: (text: string) => void }) {
  const [decoder] = useState(openDecoder);
  useEffect(() => () => decoder.close(), [decoder]);
  const scans = useCameraScans((code) => onCode(classify(code.text, code.format).value));
  return <Viewfinder scans={scans} decoder={decoder} compact onStart={() => {}} />;
}
