// Loaded into a service by `--import`: what a search that is not linear does to it. Folding a text takes it 100 µs a character.

const normalize = Reflect.get(String.prototype, 'normalize');

Reflect.set(String.prototype, 'normalize', function slowly(this: string, form?: string): string {
  const until = performance.now() + this.length * 0.1;
  while (performance.now() < until);
  return Reflect.apply(normalize, this, [form]);
});
