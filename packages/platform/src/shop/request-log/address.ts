import type { Operation, Route } from '@vitrine/contract'
import { storable } from './bodies.ts'
import { isSecretName, removed, withoutSecretTexts } from './secrets.ts'

/** As much of a path or a query is stored. */
const mostCharacters = 2000

export interface StoredAddress {
  readonly path: string
  readonly query: string
  /** It lacks a secret, or its end. */
  readonly isOther: boolean
}

const short = (text: string): string => storable(text.slice(0, mostCharacters))

/** A path and a query without secrets: `/vitrine/v1/look-previews/{removed}`. */
export function storedAddress(path: string, search: string, line: Route | undefined, operation: Operation | undefined): StoredAddress {
  const [cleanPath, cleanQuery] = [short(withoutSecretTexts(withoutSegments(path, line, operation))), short(withoutParameters(search))]
  return { path: cleanPath, query: cleanQuery, isOther: cleanPath !== path || cleanQuery !== search }
}

/** The segments of a path that its operation calls by the name of a secret. */
function withoutSegments(path: string, line: Route | undefined, operation: Operation | undefined): string {
  if (line === undefined) return path
  const steps = path.split('/')
  const templates = [line.slice(line.indexOf(' ') + 1), ...(operation?.aliases ?? []), ...(operation?.twin ? [operation.twin] : [])]
  const template = templates
    .map((one) => one.split('/'))
    .find((all) => all.length === steps.length && all.every((step, i) => fits(step, steps[i]!)))
  if (!template) return path
  return steps.map((step, i) => (isSecretHole(template[i]!) ? removed : step)).join('/')
}

const fits = (step: string, said: string): boolean => step.startsWith('{') || step === said
const isSecretHole = (step: string): boolean => step === '{code}' || (step.startsWith('{') && isSecretName(step.slice(1, -1)))

function withoutParameters(search: string): string {
  if (search === '') return ''
  return search
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      if (isSecretName(decoded(name)) || decoded(name) === 'code') return `${name}=${removed}`
      const value = decoded(pair.slice(name.length + 1))
      return withoutSecretTexts(value) === value ? pair : `${name}=${removed}`
    })
    .join('&')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
