import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { packages, root } from './rooms.ts'

export interface Import {
  readonly from: string
  /** A file of ours, from the root; or the name of a package. */
  readonly to: string
  readonly typesOnly: boolean
}

export interface Source {
  readonly file: string
  readonly imports: readonly Import[]
  /** Imports whose address is only known when they run. */
  readonly computedImports: readonly string[]
  readonly lines: number
  /** What it asks of the clock or of chance. */
  readonly impure: readonly string[]
}

const clockAndChance = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'Temporal.Now',
])
const chance = new Set(['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'])

/** What a file imports and asks for, as its parser has it: comments, line breaks and templates hide nothing. */
export function readSource(file: string, text: string): Source {
  const { module, program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const computedImports: string[] = []
  const impure: string[] = []
  const named: { specifier: string; typesOnly: boolean }[] = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) => {
      const [first] = entries
      return first?.moduleRequest ? [{ specifier: first.moduleRequest.value, typesOnly: entries.every(({ isType }) => isType) }] : []
    }),
  ]
  new Visitor({
    TSImportType: ({ source }) => void named.push({ specifier: source.value, typesOnly: true }),
    ImportExpression({ source, start, end }) {
      if (source.type === 'Literal' && typeof source.value === 'string') named.push({ specifier: source.value, typesOnly: false })
      else if (source.type === 'TemplateLiteral' && source.expressions.length === 0)
        named.push({ specifier: source.quasis[0]?.value.cooked ?? '', typesOnly: false })
      else computedImports.push(text.slice(start, end))
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0) impure.push('new Date()')
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && chance.has(callee.name)) impure.push(`${callee.name}()`)
    },
    MemberExpression({ object, property }) {
      const name = object.type === 'Identifier' && property.type === 'Identifier' ? `${object.name}.${property.name}` : ''
      if (clockAndChance.has(name)) impure.push(name)
    },
  }).visit(program)
  return {
    file,
    imports: named.map(({ specifier, typesOnly }) => ({ from: file, to: resolveImport(file, specifier), typesOnly })),
    computedImports,
    lines: text.split('\n').length,
    impure,
  }
}

function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return withExtension(relative(root, join(root, dirname(file), specifier)))
  const name = packageName(specifier)
  const found = packages.get(name)
  if (!found) return specifier
  const inside = `.${specifier.slice(name.length)}`
  for (const [pattern, target] of Object.entries(found.exports)) {
    const [start = '', end = ''] = pattern.split('*')
    if (pattern === inside) return join(found.room, target)
    if (pattern.includes('*') && inside.startsWith(start) && inside.endsWith(end))
      return join(found.room, target.replace('*', inside.slice(start.length, inside.length - end.length)))
  }
  return join(found.room, inside)
}

const withExtension = (path: string): string => [path, `${path}.ts`, `${path}.tsx`].find((one) => isFile(join(root, one))) ?? path

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

export const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
