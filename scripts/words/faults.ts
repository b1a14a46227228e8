import { parseSync, Visitor } from 'oxc-parser'
import { type RetiredWord, retiredCopy, retiredTables, retiredWords } from './retired.ts'

export interface Fault {
  readonly file: string
  readonly name: string
  readonly term: string
}

/** The words of a name, however they are joined: `orderEmails`, `order-emails`, `order_emails`, `ORDER_EMAILS`. */
export const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

const isRetiredIn = (file: string, { within = '', except = [] }: RetiredWord): boolean =>
  file.startsWith(within) && !except.some((pattern) => pattern.test(file))

function faultsOf(file: string, names: Iterable<string>): readonly Fault[] {
  const retired = new Map(retiredWords.filter((word) => isRetiredIn(file, word)).map(({ word, term }) => [word, term]))
  const faults: Fault[] = []
  for (const name of names) {
    const found = wordsOf(name).find((word) => retired.has(word))
    if (found) faults.push({ file, name, term: retired.get(found)! })
    else if (Object.hasOwn(retiredTables, name)) faults.push({ file, name, term: retiredTables[name]! })
  }
  return faults
}

/** Retired words in the names that a file declares or uses, and in the names of tables and columns in its SQL. Prose is not read. */
export function faultsInSource(file: string, text: string): readonly Fault[] {
  const names = new Set<string>()
  const { program } = parseSync(file, text)
  new Visitor({
    Identifier: ({ name }) => void names.add(name),
    JSXIdentifier: ({ name }) => void names.add(name),
    PrivateIdentifier: ({ name }) => void names.add(name),
    TemplateElement({ value }) {
      for (const [name] of value.raw.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)) names.add(name)
    },
    Literal({ value }) {
      if (typeof value !== 'string') return
      for (const [path] of value.matchAll(/\/vitrine\/v1\/[\w/{}.-]+/g)) for (const part of path.split('/')) names.add(part)
    },
  }).visit(program)
  return faultsOf(file, names)
}

export const faultsInPath = (file: string): readonly Fault[] => faultsOf(file, file.split('/'))

/** Retired words in what a file of the admin says to people: the text of its elements, and strings of several words. */
export function faultsInCopy(file: string, text: string): readonly Fault[] {
  const said: string[] = []
  const { program } = parseSync(file, text)
  new Visitor({
    JSXText: ({ value }) => void said.push(value),
    Literal: ({ value }) => void (typeof value === 'string' && value.includes(' ') && said.push(value)),
    TemplateElement: ({ value }) => void said.push(value.raw),
  }).visit(program)
  const faults: Fault[] = []
  for (const each of said)
    for (const { pattern, term, except = [] } of retiredCopy)
      if (pattern.test(each) && !except.some((path) => path.test(file))) faults.push({ file, name: each.replace(/\s+/g, ' ').trim(), term })
  return faults
}

/** Tables as the migrations leave them, in their order: what was renamed or dropped since does not count. */
export function tablesAfter(migrations: readonly string[]): ReadonlySet<string> {
  const tables = new Set<string>()
  const statement = /create table (?:if not exists )?(\w+)|alter table (\w+) rename to (\w+)|drop table (?:if exists )?(\w+)/gi
  for (const sql of migrations)
    for (const [, created, before, after, dropped] of sql.matchAll(statement)) {
      if (created) tables.add(created)
      if (before) tables.delete(before)
      if (after) tables.add(after)
      if (dropped) tables.delete(dropped)
    }
  return tables
}

export const faultsInTables = (migrations: readonly string[]): readonly Fault[] =>
  faultsOf('packages/platform/src/kernel/db/migrations', tablesAfter(migrations))
