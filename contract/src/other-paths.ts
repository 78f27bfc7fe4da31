/**
 * Paths under which an endpoint also answers, by endpoint id: the legacy family kept for compatibility.
 * One operation each; nothing but the path differs.
 */
const otherPaths: Readonly<Record<string, readonly `/${string}`[]>> = {
  getSupplierDashboard: ['/api/v1/fornecedor/dashboard'],
  listSupplierOrders: ['/api/v1/fornecedor/licitacoes'],
  listFavoriteOrders: ['/api/v1/fornecedor/licitacoes/favoritas'],
  getSupplierOrder: ['/api/v1/fornecedor/licitacoes/:id'],
  toggleFavoriteOrder: ['/api/v1/fornecedor/licitacoes/:id/favoritar'],
  listSupplierProposals: ['/api/v1/fornecedor/propostas'],
  createSupplierProposal: ['/api/v1/fornecedor/propostas'],
  getSupplierProposal: ['/api/v1/fornecedor/propostas/:id'],
  getSupplierProposalPdf: ['/api/v1/fornecedor/propostas/:id/pdf'],
  updateSupplierProposal: ['/api/v1/fornecedor/propostas/:id'],
  removeSupplierProposal: ['/api/v1/fornecedor/propostas/:id'],
};

/** The further paths of an endpoint; most have none. */
export const otherPathsOf = (endpointId: string): readonly `/${string}`[] => otherPaths[endpointId] ?? [];
