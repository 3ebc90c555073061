import { useEffect, useState } from 'react';
import { classify } from '../contract/classify.ts';
import { Viewfinder } from './camera/view/Viewfinder.tsx';
import { openDecoder } from './decoding/decoder.ts';
import { useCameraScans } from './useCameraScans.ts';

/** The camera alone: what it reads goes to whoever asked, and is kept by nobody here. */
export default function CodeCamera({ onCode }: { onCode: (text: string) => void }) {
  const [decoder] = useState(openDecoder);
  useEffect(() => () => decoder.close(), [decoder]);
  const scans = useCameraScans((code) => onCode(classify(code.text, code.format).value));
  return <Viewfinder scans={scans} decoder={decoder} compact onStart={() => {}} />;
}
