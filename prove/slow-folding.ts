// Loaded into a service by `--import`: what a search that is not linear does to it. Folding a text takes it 20 µs a character.

const normalize = Reflect.get(String.prototype, 'normalize') as (form?: string) => string; // what the language has there

Reflect.set(String.prototype, 'normalize', function slowly(this: string, form?: string): string {
  const until = performance.now() + this.length * 0.02;
  while (performance.now() < until);
  return Reflect.apply(normalize, this, [form]);
});
