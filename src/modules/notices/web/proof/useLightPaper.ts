import { useEffect } from 'react';

/** Prints in the light theme: the light text of a dark theme is unreadable on paper. */
export function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let screen: { scheme?: string; theme?: string } | null = null;
    const begin = () => {
      screen ??= { ...dataset };
      dataset.scheme = 'light';
      dataset.theme = 'light';
    };
    const end = () => {
      if (screen) Object.assign(dataset, screen);
      screen = null;
    };
    // Browsers differ in which event they send, and a print preview may only send the second.
    const paper = window.matchMedia('print');
    const update = ({ matches }: Pick<MediaQueryList, 'matches'>) => (matches ? begin() : end());
    update(paper);
    paper.addEventListener('change', update);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      paper.removeEventListener('change', update);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
