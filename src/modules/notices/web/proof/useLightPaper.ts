import { useEffect } from 'react';

/** Paper is white whatever the screen looks like: light words would not be read on it. */
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
    // Some browsers say it by the one, some by the other, and a preview may say it by the second alone.
    const paper = window.matchMedia('print');
    const turn = ({ matches }: Pick<MediaQueryList, 'matches'>) => (matches ? begin() : end());
    turn(paper);
    paper.addEventListener('change', turn);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      paper.removeEventListener('change', turn);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
