import type {
  CatalogueRequest,
  CreateCatalogueRequestBody,
} from '@lavra/contract/catalogue/requests';
import { useChange, useRead } from '../../data/use-api.ts';
import { requestOf } from './asked-products.ts';
import { useIsReader } from '../producer-orders/use-order.ts';

/** Returns a function that asks for a product in a draft, for its producer. */
export function useRequestProduct(
  order: string,
): (body: CreateCatalogueRequestBody) => Promise<CatalogueRequest> {
  const own = useChange('createCatalogueRequest');
  const advised = useChange('createConsultantCatalogueRequest');
  const isReader = useIsReader();
  return (body) => (isReader ? advised : own).mutateAsync({ params: { order }, body });
}

/** Finds what was asked for in the words with which an item's notes begin. */
export type FindRequest = (notes: string) => CatalogueRequest | undefined;

/** Reads what the producer of a draft asked for, where an item of it needs to know. */
export function useProductRequests(order: string, isNeeded: boolean): FindRequest {
  const isReader = useIsReader();
  const input = { params: { order } };
  const own = useRead('listOrderCatalogueRequests', input, { enabled: isNeeded && !isReader });
  const advised = useRead('listConsultantCatalogueRequests', input, {
    enabled: isNeeded && isReader,
  });
  const requests = (isReader ? advised : own).data?.data ?? [];
  return (notes) => requestOf(requests, notes);
}
