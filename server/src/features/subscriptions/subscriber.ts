import type { Subscriber } from '@lavra/contract/subscriptions/schemas';
import { userTypes } from '@lavra/domain/account/user-type';
import { from } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';

/** Columns of the person `u` who subscribes, prefixed for being selected beside another row's. */
export const subscriberColumns = {
  subscriber_id: from('u.id', col.int),
  subscriber_name: from('u.name', col.text),
  subscriber_email: from('u.email', col.text),
  subscriber_document: from('u.document_number', orNull(col.text)),
  subscriber_type: from('u.user_type', col.oneOf(userTypes)),
};

export const presentSubscriber = (row: RowOf<typeof subscriberColumns>): Subscriber => ({
  id: row.subscriber_id,
  name: row.subscriber_name,
  email: row.subscriber_email,
  document: row.subscriber_document,
  user_type: row.subscriber_type,
});
