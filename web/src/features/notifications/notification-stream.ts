import { useEffect } from 'react';
import { ApiError, SessionEnded } from '../../api/api-error.ts';
import type { ApiClient } from '../../api/client.ts';
import { readEvents } from '../../api/event-stream.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;
const HIDDEN_FOR = 30_000;

/**
 * Keeps the bell and the list up to date while the portal is visible: each event makes them reload.
 */
export function useNotificationStream(): void {
  const { api, invalidateAfter } = usePortal();
  const userId = useSession()?.user.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const onNews = (): void => {
      void invalidateAfter('streamNotifications');
    };
    return whileVisible((signal) => {
      void follow(api, signal, onNews);
    });
  }, [api, invalidateAfter, userId]);
}

/**
 * Runs `run` while the window is visible, and half a minute longer; runs it again when the window
 * comes back.
 */
function whileVisible(run: (signal: AbortSignal) => void): () => void {
  let running: AbortController | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    running?.abort();
    running = undefined;
  };
  const look = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(stop, HIDDEN_FOR);
    else if (running === undefined) run((running = new AbortController()).signal);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(hiding);
    stop();
  };
}

/**
 * Reads the stream and reopens it where it ended, waiting longer after each attempt without events.
 */
async function follow(api: ApiClient, signal: AbortSignal, onNews: () => void): Promise<void> {
  let wait = FIRST_WAIT;
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    try {
      const { body } = await api.open('streamNotifications', {
        signal,
        ...(lastEventId === undefined ? {} : { lastEventId }),
      });
      for await (const { id, event } of readEvents(piecesOf(body))) {
        lastEventId = id === '' ? undefined : id;
        wait = FIRST_WAIT;
        if (event !== 'position') onNews();
      }
    } catch (error) {
      const isFinal =
        error instanceof SessionEnded ||
        (error instanceof ApiError && error.status < 500 && error.status !== 429);
      if (isFinal || signal.aborted) return;
    }
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

/** Yields a body's bytes; Safari cannot iterate a stream itself. */
async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read())
    yield next.value;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
