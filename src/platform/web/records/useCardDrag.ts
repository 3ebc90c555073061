import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The cards of one board, which can only be dropped there. */
export interface CardKind<Card> {
  name: string;
  /** The card in the data of a drag; undefined if it is of another kind. */
  cardOf: (data: DragData) => Card | undefined;
}

type DragData = Record<string | symbol, unknown>;

export const cardKind = <Card extends object>(name: string): CardKind<Card> => ({
  name,
  cardOf: ({ kind, card }) => (kind === name ? (card as Card) : undefined),
});

/** Makes an element draggable. */
export function useDragCard<Card>(kind: CardKind<Card>, card: Card, enabled: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    return draggable({
      element,
      getInitialData: () => ({ kind: kind.name, card }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [kind, card, enabled]);
  return { ref, dragged };
}

/** Shift and an arrow key move a card to the column beside: in which direction, if this is such a key. */
export function columnStep(event: KeyboardEvent): 1 | -1 | undefined {
  const step = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key];
  if (!step || !event.shiftKey) return undefined;
  event.preventDefault();
  return step;
}

/** Makes an element a drop target for the cards that `accepts` allows. */
export function useDropTarget<Card>(
  kind: CardKind<Card>,
  accepts: (card: Card) => boolean,
  onDrop: (card: Card, keys: { altKey: boolean }) => void,
) {
  const ref = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef({ accepts, onDrop });
  latest.current = { accepts, onDrop };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const card = kind.cardOf(source.data);
        return card !== undefined && latest.current.accepts(card);
      },
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source, location }) => {
        setOver(false);
        const card = kind.cardOf(source.data);
        if (card !== undefined) latest.current.onDrop(card, location.current.input);
      },
    });
  }, [kind]);
  return { ref, over };
}

/** The card being dragged. */
export function useDraggedCard<Card extends object>(kind: CardKind<Card>): Card | undefined {
  const [card, setCard] = useState<Card>();
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => kind.cardOf(source.data) !== undefined,
        onDragStart: ({ source }) => setCard(kind.cardOf(source.data)),
        onDrop: () => setCard(undefined),
      }),
    [kind],
  );
  return card;
}
