import { isEventsReply, isFileReply, type EndpointSpec } from '@lavra/contract/kit/endpoint';
import { JsonText } from './json-text.ts';
import { compileSchema } from './schema-compiler.ts';

/**
 * Returns a function that throws when a reply is not exactly what the contract declares. Runs in
 * tests and development, not in production.
 */
export function createReplyGuard(spec: EndpointSpec): (reply: unknown) => void {
  if (isFileReply(spec.reply) || isEventsReply(spec.reply)) return () => {};
  const validate = compileSchema(spec.reply, 'reply');
  return (reply) => {
    const wire: unknown = JSON.parse(
      reply instanceof JsonText ? reply.bytes.toString() : JSON.stringify(reply),
    );
    if (validate(wire)) return;
    const first = validate.errors
      ?.slice(0, 3)
      .map((e) => `${e.instancePath} ${e.message ?? ''} ${JSON.stringify(e.params)}`)
      .join('; ');
    throw new Error(`${spec.id} sent a reply its contract does not declare: ${first ?? ''}`);
  };
}
