import type { EndpointSpec } from '@lavra/contract/kit/endpoint';

/** A body that cannot be read, and the refusal for a caller who may send one. */
export interface UnreadableBody {
  readonly what: string;
  readonly status: 400 | 413 | 415;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

const typed = (type: string) => ({ 'content-type': type });
/** One byte over the limit, as announced: it is refused before it arrives. */
const tooMuch = { ...typed('application/json'), 'content-length': String(1024 * 1024 + 1) };

/**
 * Returns bodies that are malformed, of a wrong type, and over the limit. A form's own limits are
 * checked after its subject and its ownership.
 */
export function unreadableBodies({ upload }: EndpointSpec): UnreadableBody[] {
  return [
    {
      what: 'no JSON',
      status: upload === undefined ? 400 : 415,
      payload: '{"name":',
      headers: typed('application/json'),
    },
    {
      what: 'a wrong content type',
      status: 415,
      payload: '<a/>',
      headers: typed('application/xml'),
    },
    { what: 'a content type that is none', status: 415, payload: '{}', headers: typed('json') },
    {
      what: 'over the limit',
      status: upload === undefined ? 413 : 415,
      payload: '{}',
      headers: tooMuch,
    },
  ];
}
