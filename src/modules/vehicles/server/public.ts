export { type ImportedVehicle, importVehicles } from './import.ts';
export { publishChanged as tellVehicleChanged } from './publish.ts';
export {
  followImportedSales,
  type ImportedSale,
  matchSoldCars,
  type SoldCar,
  takeImportedSalesBack,
} from './sales/imported.ts';
export {
  findStockCar,
  followDeal,
  listSellableCars,
  type SaleStep,
  type StockCar,
  takeTradeIn,
} from './sales/sale.ts';
export { vehicleSource, vehicleTarget } from './source.ts';
