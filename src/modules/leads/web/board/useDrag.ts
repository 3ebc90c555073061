import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import type { Lead } from '../../contract/lead.ts';

const kind = 'lead';
const leadOf = (data: Record<string | symbol, unknown>) => data.lead as Lead;

/** Makes a card draggable. */
export function useDragLead(lead: Lead, enabled: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    return draggable({
      element,
      getInitialData: () => ({ kind, lead }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [lead, enabled]);
  return { ref, dragged };
}

/** Makes an element a drop target for the leads that `accepts` allows. */
export function useDropLead(accepts: (lead: Lead) => boolean, onDrop: (lead: Lead) => void) {
  const ref = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef({ accepts, onDrop });
  latest.current = { accepts, onDrop };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) =>
        source.data.kind === kind && latest.current.accepts(leadOf(source.data)),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        latest.current.onDrop(leadOf(source.data));
      },
    });
  }, []);
  return { ref, over };
}

/** The lead being dragged. */
export function useDraggedLead(): Lead | undefined {
  const [lead, setLead] = useState<Lead>();
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === kind,
        onDragStart: ({ source }) => setLead(leadOf(source.data)),
        onDrop: () => setLead(undefined),
      }),
    [],
  );
  return lead;
}
