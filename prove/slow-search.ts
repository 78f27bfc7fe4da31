// Loaded into a service by `--import`: simulates a search that is not linear, by spending 20 µs on
// each character of a text.

const matchAll = Reflect.get(String.prototype, 'matchAll');

Reflect.set(
  String.prototype,
  'matchAll',
  function slowly(this: string, shape: RegExp): RegExpStringIterator<RegExpExecArray> {
    const until = performance.now() + this.length * 0.02;
    while (performance.now() < until);
    return Reflect.apply(matchAll, this, [shape]);
  },
);
