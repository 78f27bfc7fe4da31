import fs from 'node:fs';
import path from 'node:path';

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, ManifestEntry>>;

export const readManifest = (folder: string): Manifest =>
  // Vite's own manifest format
  JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;

/**
 * Returns the files fetched when these modules are opened, styles included: each module with all
 * its static imports.
 */
export function filesOf(manifest: Manifest, modules: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const entry = manifest[name];
    if (entry === undefined) throw new Error(`${name} is not in the build`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

/** Returns the transferred size of files, in bytes: their brotli variant where there is one. */
export function weightOf(folder: string, files: Iterable<string>): number {
  return [...files].reduce((total, file) => {
    const whole = path.join(folder, file);
    return total + fs.statSync(fs.existsSync(`${whole}.br`) ? `${whole}.br` : whole).size;
  }, 0);
}
