import { Transform, type TransformCallback } from 'node:stream';

/**
 * Minimum pace of a reader while another export waits for its place: bytes a second, averaged over
 * `over` ms, measured every `sample` ms.
 */
export interface Pace {
  readonly bytesPerSecond: number;
  readonly over: number;
  readonly sample: number;
}

/** Far less than a slow telephone line carries. */
export const PACE: Pace = { bytesPerSecond: 8 * 1024, over: 20_000, sample: 5_000 };

/** Passes bytes on at the reader's pace and measures it. */
export class PacedStream extends Transform {
  #passed = 0;
  #samples: number[] = [0];
  readonly #pace: Pace;
  readonly #timer: NodeJS.Timeout;

  constructor(pace: Pace = PACE) {
    super();
    this.#pace = pace;
    this.#timer = setInterval(() => {
      this.#samples = [...this.#samples, this.#taken].slice(-(pace.over / pace.sample + 1));
    }, pace.sample).unref();
    this.once('close', () => clearInterval(this.#timer));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#passed += chunk.length;
    done(null, chunk);
  }

  get #taken(): number {
    return this.#passed - this.readableLength;
  }

  /**
   * True when bytes are waiting and the reader has been slower than the minimum pace for the whole
   * period.
   */
  get isSlow(): boolean {
    const { bytesPerSecond, over, sample } = this.#pace;
    const [first = 0] = this.#samples;
    const isOld = this.#samples.length > over / sample;
    return (
      isOld && this.readableLength > 0 && this.#taken - first < (bytesPerSecond * over) / 1_000
    );
  }
}
