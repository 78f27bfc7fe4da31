/** One event of a `text/event-stream` response. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Yields the events of a stream as they arrive, skipping comments and retry hints. Ends with the
 * stream.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true }))
      .replaceAll('\r\n', '\n')
      .split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = fieldsOf(block);
      id = fields.get('id')?.at(-1) ?? id;
      const data = fields.get('data');
      if (data !== undefined || fields.has('event'))
        yield {
          id,
          event: fields.get('event')?.at(-1) ?? 'message',
          data: (data ?? []).join('\n'),
        };
      else if (fields.has('id')) yield { id, event: 'position', data: '' };
    }
  }
}

function fieldsOf(block: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}
