// Loaded into a service by `--import`: what a search that is not linear does to it. Folding a text takes it 20 µs a character.

const { normalize } = String.prototype; // oxlint-disable-line typescript/unbound-method -- called with its text below

function slowly(this: string, form?: string): string {
  const until = performance.now() + this.length * 0.02;
  while (performance.now() < until);
  return normalize.call(this, form);
}
Object.defineProperty(String.prototype, 'normalize', { value: slowly });
