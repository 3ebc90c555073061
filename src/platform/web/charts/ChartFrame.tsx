import type { ReactElement } from 'react';
import { ResponsiveContainer } from 'recharts';

/** Fills its container; hidden from assistive technology, which reads the table of the same figures. */
export function ChartFrame({ children }: { children: ReactElement }) {
  return (
    <div aria-hidden="true" className="h-full">
      <ResponsiveContainer
        width="100%"
        height="100%"
        initialDimension={{ width: 640, height: 256 }}
      >
        {children}
      </ResponsiveContainer>
    </div>
  );
}
