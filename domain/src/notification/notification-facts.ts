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
  readonly items_count?: number;
  readonly delivery_city?: string | null;
  readonly delivery_state?: string | null;
  /** Number of submitted proposals of the order. */
  readonly proposals_count?: number;
  readonly proposal_uuid?: string;
  readonly total_amount?: string;
  readonly priced_items?: number;
  /** Names of products, five at most. */
  readonly products?: string | null;
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
