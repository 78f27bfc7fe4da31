// Loaded into a service by `--import`: what a search that is not linear does to it. Looking through a text takes it 100 µs a character.

const matchAll = Reflect.get(String.prototype, 'matchAll');

Reflect.set(
  String.prototype,
  'matchAll',
  function slowly(this: string, shape: RegExp): RegExpStringIterator<RegExpExecArray> {
    const until = performance.now() + this.length * 0.1;
    while (performance.now() < until);
    return Reflect.apply(matchAll, this, [shape]);
  },
);
