import type { ComponentType } from 'react';
import { CustomersDrawing } from '../drawings/CustomersDrawing.tsx';
import { DataDrawing } from '../drawings/DataDrawing.tsx';
import { DocumentsDrawing } from '../drawings/DocumentsDrawing.tsx';
import { FleetDrawing } from '../drawings/FleetDrawing.tsx';
import { HrDrawing } from '../drawings/HrDrawing.tsx';
import { MarketingDrawing } from '../drawings/MarketingDrawing.tsx';
import { ReportsDrawing } from '../drawings/ReportsDrawing.tsx';

export const drawings: Record<string, ComponentType> = {
  'customer-management': CustomersDrawing,
  'document-management': DocumentsDrawing,
  'data-management': DataDrawing,
  hr: HrDrawing,
  marketing: MarketingDrawing,
  fleet: FleetDrawing,
  reports: ReportsDrawing,
};
