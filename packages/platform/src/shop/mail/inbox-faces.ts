import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const files: Readonly<Record<string, URL>> = {
  'fraunces.woff2': new URL('files/fraunces-latin-opsz-normal.woff2', import.meta.resolve('@fontsource-variable/fraunces/package.json')),
  'instrument-sans.woff2': new URL(
    'files/instrument-sans-latin-wght-normal.woff2',
    import.meta.resolve('@fontsource-variable/instrument-sans/package.json'),
  ),
}

const read = new Map<string, Promise<Buffer>>()

/** A font of the inbox's pages, which are the platform's own and stand without the storefront's files; undefined where there is none of that name. */
export function faceOf(name: string): Promise<Buffer> | undefined {
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) return undefined
  let face = read.get(name)
  if (!face) read.set(name, (face = readFile(fileURLToPath(file))))
  return face
}

/** How the pages' style calls them. */
export const faces = `
@font-face{font-family:'Fraunces Variable';font-weight:100 900;font-display:swap;src:url(/inbox/faces/fraunces.woff2) format('woff2')}
@font-face{font-family:'Instrument Sans Variable';font-weight:400 700;font-display:swap;src:url(/inbox/faces/instrument-sans.woff2) format('woff2')}`
