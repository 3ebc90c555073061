import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import type { ReconJob } from '../../contract/recon/board.ts';

const kind = 'recon-job';

/** Makes a card draggable. */
export function useDragJob(job: ReconJob, enabled: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    return draggable({
      element,
      getInitialData: () => ({ kind, job }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [job, enabled]);
  return { ref, dragged };
}

/** Makes a stage a drop target for the jobs that `accepts` allows. */
export function useDropStage(accepts: (job: ReconJob) => boolean, onDrop: (job: ReconJob) => void) {
  const ref = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef({ accepts, onDrop });
  latest.current = { accepts, onDrop };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const jobOf = (data: Record<string | symbol, unknown>) => data.job as ReconJob;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) =>
        source.data.kind === kind && latest.current.accepts(jobOf(source.data)),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        latest.current.onDrop(jobOf(source.data));
      },
    });
  }, []);
  return { ref, over };
}
