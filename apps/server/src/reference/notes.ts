import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the contract's own comments say, by the name or route line they stand over, and for fields `Name/field/inner`. */
export type Notes = ReadonlyMap<string, string>

/** Reads the comments where they are written: the platform runs from its source, so it is always there. */
export function readNotes(): Notes {
  const folder = dirname(fileURLToPath(import.meta.resolve('@vitrine/contract')))
  return new Map(
    globSync('*.ts', { cwd: folder })
      .filter((file) => !/\.(test|check)\.ts$/.test(file))
      .flatMap((file) => [...notesIn(readFileSync(join(folder, file), 'utf8'))]),
  )
}

/** The formatter's indentation says what stands inside what. */
export function notesIn(source: string): Notes {
  const notes = new Map<string, string>()
  const inside: { readonly name: string; readonly indent: number }[] = []
  const comment = /^( *)\/\*\*([\s\S]*?)\*\/$/
  const lines = source.split('\n')
  for (let at = 0, note = ''; at < lines.length; at++) {
    let line = lines[at]!
    if (/^ *\/\*\*/.test(line)) {
      while (!line.endsWith('*/') && at + 1 < lines.length) line += `\n${lines[++at]}`
      note = comment.exec(line)?.[2] ?? ''
      continue
    }
    const named = /^( *)(?:export const )?(?:'([A-Z]+ \/[^']*)'|(\w+))(?:: | = )/.exec(line)
    if (!named) {
      note = ''
      continue
    }
    const indent = named[1]!.length
    const name = named[2] ?? named[3]!
    while (inside.length > 0 && inside.at(-1)!.indent >= indent) inside.pop()
    inside.push({ name, indent })
    const start = inside.findLastIndex((one) => one.indent === 0 || one.name.includes(' '))
    if (note !== '') {
      const path = inside.slice(Math.max(start, 0)).map((one) => one.name)
      notes.set(path.join('/'), plain(note))
    }
    note = ''
  }
  return notes
}

const plain = (note: string): string =>
  note
    .split('\n')
    .map((line) => line.replace(/^ *\* ?/, '').trim())
    .join('\n')
    .trim()
    .replaceAll(/([^\n])\n(?=[^\n])/g, '$1 ')
