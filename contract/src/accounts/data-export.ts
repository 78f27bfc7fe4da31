import { Type, type Static } from 'typebox';
import { object, timestamp } from '../kit/schema.ts';

/** A stored record: the fields of its table, without secrets. */
const record = (title: string) =>
  Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), { title });
const records = (title: string) => Type.Array(record(title), { maxItems: 1_000_000 });
const ofProfile = (title: string) => Type.Optional(records(title));

/**
 * All data stored about one person. The last sections exist only for the profiles that have such
 * data.
 */
export const DataExport = object(
  {
    exported_at: timestamp(),
    account: record('ExportedAccount'),
    sessions: records('ExportedSession'),
    login_attempts: records('ExportedLoginAttempt'),
    account_links: records('ExportedAccountLink'),
    mails: records('ExportedMail'),
    audit_entries: records('ExportedAuditEntry'),
    subscription: records('ExportedSubscription'),
    payments: records('ExportedPayment'),
    notifications: records('ExportedNotification'),
    deliveries: records('ExportedDelivery'),
    muted_notifications: records('ExportedMutedNotification'),
    import_rows: records('ExportedImportRow'),
    orders: ofProfile('ExportedOrder'),
    catalogue_requests: ofProfile('ExportedCatalogueRequest'),
    answers: ofProfile('ExportedAnswer'),
    reviews: ofProfile('ExportedReview'),
    consultant_links: ofProfile('ExportedConsultantLink'),
    proposals: ofProfile('ExportedProposal'),
    questions: ofProfile('ExportedQuestion'),
    favorites: ofProfile('ExportedFavorite'),
    opened_orders: ofProfile('ExportedOpenedOrder'),
    declines: ofProfile('ExportedDecline'),
    decisions: ofProfile('ExportedDecision'),
    purchases: ofProfile('ExportedPurchase'),
    written_orders: ofProfile('ExportedWrittenOrder'),
    order_events: ofProfile('ExportedOrderEvent'),
    test_sends: ofProfile('ExportedTestSend'),
  },
  { title: 'DataExport' },
);
export type DataExport = Static<typeof DataExport>;
