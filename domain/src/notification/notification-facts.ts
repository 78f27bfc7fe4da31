/**
 * Facts that a notification can state about its event, as they were when the event was dispatched:
 * about orders, proposals and amounts, never about people. Each event fills its own part; money is
 * exact decimal text, days are `YYYY-MM-DD`.
 */
export interface NotificationFacts {
  readonly order_id?: number;
  readonly order_uuid?: string;
  readonly order_number?: string;
  readonly description?: string;
  /** Whether text written by the order's producer may appear in mails and messages. */
  readonly writer_trusted?: boolean;
  readonly deadline_date?: string;
  /** Until when the goods of the order are wanted. */
  readonly delivery_date?: string | null;
  readonly items_count?: number;
  readonly delivery_city?: string | null;
  readonly delivery_state?: string | null;
  /** Number of submitted proposals of the order. */
  readonly proposals_count?: number;
  readonly proposal_uuid?: string;
  /** The number of the proposal's mark; never in what a supplier is notified of. */
  readonly proposal_mark?: number;
  readonly total_amount?: string;
  readonly priced_items?: number;
  readonly purchase_uuid?: string;
  /** How many items one purchase holds, what they cost, and its freight, where it is an amount. */
  readonly purchased_items?: number;
  readonly items_amount?: string;
  readonly freight_amount?: string | null;
  /** The order had bought from the proposal in an earlier round. */
  readonly purchased_before?: boolean;
  /** Items of the order that no purchase holds. */
  readonly unbought_items?: number;
  /** Names of products, five at most. */
  readonly products?: string | null;
  /** The words of a producer for a product that was not in the catalogue. */
  readonly asked_for?: string;
  /** The product of the catalogue that answers them. */
  readonly product?: string | null;
  /** The draft in which it was missing, while it is one. */
  readonly draft_uuid?: string | null;
  readonly question_id?: number;
  /** The award went to another proposal before this one was rejected. */
  readonly awarded_before?: boolean;
  /** Reason given by the person who decided about the reader's own proposal or order. */
  readonly reason?: string | null;
  readonly user_id?: number;
  readonly user_type?: string;
  /** A new supplier that cannot log in until an administrator approves it. */
  readonly needs_approval?: boolean;
  readonly plan?: string;
  readonly subscription_status?: string;
  readonly due_date?: string;
  readonly days?: number;
  readonly payment_id?: number;
  readonly amount?: string;
  readonly payment_method?: string | null;
  readonly refund_amount?: string;
  readonly refund_status?: string;
  readonly import_id?: number;
  readonly import_type?: string;
  readonly import_state?: string;
  readonly created?: number;
  readonly skipped?: number;
  readonly invalid?: number;
  readonly job_id?: number;
  readonly job_name?: string;
  readonly attempts?: number;
}
