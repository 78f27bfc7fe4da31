import { freightKinds, landedUnknownReasons } from '@lavra/domain/proposal/freight';
import { nullable, oneOf } from '../kit/schema.ts';

/** What is known of the freight, beside `freight_amount` and `landed_total`. */
export const freightFacts = {
  freight_kind: nullable(
    oneOf(freightKinds, { examples: ['amount'], description: 'Nulo quando a proposta não diz' }),
  ),
  landed_unknown: nullable(
    oneOf(landedUnknownReasons, {
      examples: ['freight_by_producer'],
      description:
        'Por que `landed_total` está sem o frete; nulo quando é o que a proposta custa na fazenda',
    }),
  ),
};
