import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { readManifest } from './first-load.ts';
import { LONGEST_FILE, PAGE_PATIENCE, portals, webRoot, type PortalName } from './portals.ts';

const names: Readonly<
  Record<
    PortalName,
    { readonly name: string; readonly description: string; readonly theme: string }
  >
> = {
  producer: {
    name: 'Lavra – Produtor',
    description: 'Peça insumos, compare propostas e escolha.',
    theme: '#1f6b3f',
  },
  supplier: {
    name: 'Lavra – Fornecedor',
    description: 'Veja quem está pedindo o que você vende e responda com o seu preço.',
    theme: '#17597a',
  },
  admin: {
    name: 'Lavra – Administração',
    description: 'Pessoas, cotações, propostas e cadastros em um só lugar.',
    theme: '#633a78',
  },
};

const iconFolder = path.join(webRoot, 'src/ui/assets');
const icons = [
  ['icon', 192, 'any'],
  ['icon', 512, 'any'],
  ['maskable', 192, 'maskable'],
  ['maskable', 512, 'maskable'],
] as const;
const hashOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 10);

/**
 * Makes a portal's build installable: adds the web manifest with its icons, and the service worker.
 * Expects `index.html` to exist.
 */
export async function makeInstallable(folder: string, portal: PortalName): Promise<void> {
  const files = fs
    .readdirSync(path.join(folder, 'assets'))
    .filter((file) => !file.endsWith('.png'))
    .map((file) => `assets/${file}`)
    .toSorted();
  await writeWorker(folder, portal, files);
  writeWebManifest(folder, portal);
}

async function writeWorker(
  folder: string,
  portal: PortalName,
  files: readonly string[],
): Promise<void> {
  const entry = readManifest(folder)[`${portal}.html`]?.file;
  const page = fs.readFileSync(path.join(folder, 'index.html'));
  const source = path.join(webRoot, 'src/worker/worker.ts');
  const { code } = await transformWithOxc(fs.readFileSync(source, 'utf8'), source);
  // File names contain a content hash, so the version changes with any content.
  const shell = {
    base: portals[portal],
    version: hashOf(`${hashOf(page)} ${files.join(' ')}`),
    entry,
    files,
    patience: PAGE_PATIENCE,
    longestFile: LONGEST_FILE,
  };
  fs.writeFileSync(
    path.join(folder, 'sw.js'),
    `const shellOfBuild = ${JSON.stringify(shell)};\n${code}`,
  );
}

function writeWebManifest(folder: string, portal: PortalName): void {
  const base = portals[portal];
  const { name, description, theme } = names[portal];
  const manifest = {
    id: base,
    name,
    short_name: 'Lavra',
    description,
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: `${base}/`,
    scope: base,
    display: 'standalone',
    theme_color: theme,
    background_color: '#f7f5ef',
    icons: icons.map(([kind, size, purpose]) => ({
      src: `${base}/${placeIcon(folder, `${kind}-${portal}-${size}.png`)}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  };
  fs.writeFileSync(path.join(folder, 'app.webmanifest'), JSON.stringify(manifest));
}

/** Copies an icon to a name that contains its content hash. */
function placeIcon(folder: string, file: string): string {
  const content = fs.readFileSync(path.join(iconFolder, file));
  const place = `assets/${path.basename(file, '.png')}-${hashOf(content)}.png`;
  fs.writeFileSync(path.join(folder, place), content);
  return place;
}
