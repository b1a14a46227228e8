// Writes the storefront's faces of a table (fonts/faces.ts): their style sheets, and their files cut down to what a first page in a western
// language needs. All of it is committed: run this after an update of the faces or a change of the table, then `npx biome format --write`
// (decision 0123).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { app, fileOf, needed, resolve, sheets } from './fonts/faces.ts'
import { sheetOf } from './fonts/sheet.ts'

const characters = needed
  .flatMap((range) => {
    const [first, last] = typeof range === 'number' ? [range, range] : range
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  })
  .join('')

/** Options that its types do not know yet. */
const less = (features: readonly string[] = []) => ({
  keepFeatures: ['kern', 'liga', 'lnum', 'tnum', 'locl', ...features],
  noHinting: true,
})

for (const sheet of sheets) {
  writeFileSync(join(app, sheet.path), sheetOf(sheet))
  for (const family of sheet.families)
    for (const style of family.styles) {
      if (!style.cut) continue
      const { name, axes, features } = style.cut
      const whole = readFileSync(resolve(fileOf(family, 'latin', style)))
      const cut = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes: axes, ...less(features) })
      writeFileSync(join(app, 'fonts', `${name}.woff2`), cut)
      console.log(`${name.padEnd(16)} ${whole.length} → ${cut.length} bytes`)
    }
}
