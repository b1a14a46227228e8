import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Lays a small copy beside each script and style sheet of the browser's build, so that the server squeezes nothing at run time. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir }) {
    const folder = join(dir!, 'assets')
    const files = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const path = join(folder, name)
        const bytes = await readFile(path)
        if (bytes.length < 1000) return
        const best = {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }
        await Promise.all([writeFile(`${path}.br`, await brotli(bytes, best)), writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))])
      }),
    )
  },
})
