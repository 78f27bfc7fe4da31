import type { Reference, ResponseObject } from './document.ts';

/** Collects shared replies under `components/responses` while the document is built. */
export interface ResponseBook {
  /** Returns a `$ref` to the reply. Throws when another reply has the name. */
  refer(name: string, response: ResponseObject): Reference;
  /** Returns every reply collected so far, by name. */
  components(): Record<string, ResponseObject>;
}

export function createResponseBook(): ResponseBook {
  const known = new Map<string, ResponseObject>();
  return {
    refer: (name, response) => {
      const earlier = known.get(name);
      if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(response))
        throw new Error(`Two different replies are named ${name}`);
      known.set(name, response);
      return { $ref: `#/components/responses/${name}` };
    },
    components: () =>
      Object.fromEntries([...known].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))),
  };
}
