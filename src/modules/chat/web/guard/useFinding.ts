import { useCallback, useEffect, useRef, useState } from 'react';
import { type Finding, findingIn, saysTheSame } from './finding.ts';
import { useRules } from './useRules.ts';

/** Looked for in a pause of the writing: a keystroke waits for nothing. */
const pauseMs = 250;

/** Tells in a pause what a text holds that must be guarded; `look` tells it now. */
export function useFinding(text: string): { finding: Finding | null; look: () => Finding | null } {
  const rules = useRules();
  const [finding, setFinding] = useState<Finding | null>(null);
  const latest = useRef(text);
  latest.current = text;
  const look = useCallback(() => {
    const next = findingIn(latest.current, rules);
    setFinding((shown) => (saysTheSame(shown, next) ? shown : next));
    return next;
  }, [rules]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text begins a new pause
  useEffect(() => {
    const timer = setTimeout(look, pauseMs);
    return () => clearTimeout(timer);
  }, [text, look]);
  return { finding: text.trim() === '' ? null : finding, look };
}
