/** One template for the header and all rows, so that columns align; on narrow screens a row is a card. */
export const managedColumns =
  '@min-[976px]:grid-cols-[20px_minmax(176px,2.6fr)_112px_80px_minmax(104px,1fr)_80px_minmax(92px,0.8fr)_80px_140px]';
export const readColumns =
  '@min-[976px]:grid-cols-[minmax(200px,2fr)_140px_100px_minmax(140px,1fr)_minmax(110px,1fr)]';

export const rowClasses =
  'grid items-center gap-x-3 gap-y-1.5 @min-[976px]:gap-x-2 grid-cols-[20px_minmax(176px,2.6fr)_112px_80px_minmax(104px,1fr)_80px_minmax(92px,0.8fr)_80px_140px] px-3';
