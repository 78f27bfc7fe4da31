// The door of the orders feature: what other features may use.
export { lockOrder, moveOrder, type LockedOrder } from './order-lock.ts';
export { orderSummaryColumns, orderSummarySql, presentOrderSummary, type OrderSummaryRow } from './order-summary.ts';
