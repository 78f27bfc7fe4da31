/**
 * Alias paths of endpoints, by endpoint id: the legacy family kept for compatibility, and the back
 * office's producers and suppliers with and without the version. Each alias is the same operation
 * under another path.
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
  listAdminProducers: ['/api/v1/admin/producers'],
  getAdminProducer: ['/api/v1/admin/producers/:id'],
  listAdminSuppliers: ['/api/v1/admin/suppliers'],
  createAdminSupplier: ['/api/v1/admin/suppliers'],
  getAdminSupplier: ['/api/v1/admin/suppliers/:id'],
  updateAdminSupplier: ['/api/v1/admin/suppliers/:id'],
  deleteAdminSupplier: ['/api/v1/admin/suppliers/:id'],
  updateAdminProducer: ['/api/admin/producers/:id'],
  restoreAdminProducer: ['/api/admin/producers/:id/restore'],
  listAdminProducerOrders: ['/api/admin/producers/:id/orders'],
  listAdminProducerLogs: ['/api/admin/producers/:id/logs'],
  restoreAdminSupplier: ['/api/admin/suppliers/:id/restore'],
  listAdminSupplierProposals: ['/api/admin/suppliers/:id/proposals'],
  listAdminSupplierProducts: ['/api/admin/suppliers/:id/products'],
  listAdminSupplierLogs: ['/api/admin/suppliers/:id/logs'],
};

/** Returns the alias paths of an endpoint; most have none. */
export const otherPathsOf = (endpointId: string): readonly `/${string}`[] =>
  otherPaths[endpointId] ?? [];
