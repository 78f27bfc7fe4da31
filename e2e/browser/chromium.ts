import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium as playwright, type Browser } from 'playwright-core';

const cache = path.resolve(import.meta.dirname, '../../.cache/chromium');

/**
 * With this variable the package brings its own libraries and fonts, whatever the machine has:
 * screens look alike everywhere.
 */
const OWN_LIBRARIES = { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } as const;

/**
 * The package's own font configuration names folders of another machine; without any font, Chromium
 * crashes at the first letter.
 */
const ownFonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${path.join(cache, 'fonts')}</dir><cachedir>${path.join(cache, 'fonts-cache')}</cachedir></fontconfig>
`;

/** Starts a headless Chromium that comes from npm alone. */
export async function launchBrowser(): Promise<Browser> {
  unpackOnce();
  fs.writeFileSync(path.join(cache, 'fonts/fonts.conf'), ownFonts);
  const { default: chromium } = await withTmpDir(cache, () => import('@sparticuz/chromium'));
  const executablePath = await withTmpDir(cache, () => chromium.executablePath());
  return playwright.launch({
    executablePath,
    // Pages are drawn by the software compositor: emulating a graphics card for it took most of the
    // browser's processor time.
    args: [
      ...chromium.args.filter(
        (arg) => !/single-process|no-zygote|headless|gpu|gl=|angle=|swiftshader/.test(arg),
      ),
      '--disable-gpu',
    ],
    headless: true,
  });
}

/**
 * Unpacks the package once. It unpacks to TMPDIR, where concurrent runs would spoil each other's
 * files; so each run unpacks to its own folder, and one of these is kept.
 */
function unpackOnce(): void {
  if (fs.existsSync(path.join(cache, 'chromium'))) return;
  const aside = `${cache}-${process.pid}`;
  fs.mkdirSync(aside, { recursive: true });
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...OWN_LIBRARIES, TMPDIR: aside },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Chromium could not be unpacked:\n${stderr}`);
  try {
    fs.renameSync(aside, cache);
  } catch {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

async function withTmpDir<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR'];
  Object.assign(process.env, OWN_LIBRARIES, { TMPDIR: folder });
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
