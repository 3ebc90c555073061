import { useCallback, useEffect, useRef, useState } from 'react';
import { type Finding, findingIn, isSameFinding } from './finding.ts';
import { useRules } from './useRules.ts';

/** Debounced, so that keystrokes are not slowed down. */
const pauseMs = 250;

/** Finds customer data in a text, debounced; `check` runs at once. */
export function useFinding(text: string): { finding: Finding | null; check: () => Finding | null } {
  const rules = useRules();
  const [finding, setFinding] = useState<Finding | null>(null);
  const latest = useRef(text);
  latest.current = text;
  const check = useCallback(() => {
    const next = findingIn(latest.current, rules);
    setFinding((shown) => (isSameFinding(shown, next) ? shown : next));
    return next;
  }, [rules]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the timer
  useEffect(() => {
    const timer = setTimeout(check, pauseMs);
    return () => clearTimeout(timer);
  }, [text, check]);
  return { finding: text.trim() === '' ? null : finding, check };
}
