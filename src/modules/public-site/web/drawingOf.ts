import type { ComponentType } from 'react';
import { CustomersDrawing } from './drawings/CustomersDrawing.tsx';
import { DataDrawing } from './drawings/DataDrawing.tsx';
import { DocumentsDrawing } from './drawings/DocumentsDrawing.tsx';
import { FleetDrawing } from './drawings/FleetDrawing.tsx';
import { ForecourtDrawing } from './drawings/ForecourtDrawing.tsx';
import { HrDrawing } from './drawings/HrDrawing.tsx';
import { MarketingDrawing } from './drawings/MarketingDrawing.tsx';
import { ReportsDrawing } from './drawings/ReportsDrawing.tsx';

const drawings: Record<string, ComponentType> = {
  'customer-management': CustomersDrawing,
  'document-management': DocumentsDrawing,
  'data-management': DataDrawing,
  hr: HrDrawing,
  marketing: MarketingDrawing,
  fleet: FleetDrawing,
  reports: ReportsDrawing,
};

/** The illustration of a feature; a dealership lot where there is none. */
export function drawingOf(slug: string | undefined): ComponentType {
  return (slug && drawings[slug]) || ForecourtDrawing;
}
