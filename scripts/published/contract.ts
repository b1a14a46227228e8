// The part of the published client's typings that these tables need (see published.json).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Operation, type Route } from '../../packages/contract/src/index.ts'

export interface PublishedOperation {
  readonly id: string
  /**
   * `spec`: a row of the specification; `named`: it names the operation; `implied`: its entities need it; `extra`: the rest of the module;
   * `shell`: what a site's frame reads and its back office writes besides, of further modules.
   */
  readonly tier: 'spec' | 'named' | 'implied' | 'extra' | 'shell'
  readonly method: string
  readonly paths: readonly string[]
  /** The function of the client. */
  readonly call: string
  readonly responseType: string | null
  /** The fields of the answer by type. */
  readonly response: Readonly<Record<string, string>>
}
export type PublishedField = { readonly type: string; readonly deprecated?: true }
interface Published {
  readonly operations: readonly PublishedOperation[]
  readonly entities: Readonly<Record<string, Readonly<Record<string, PublishedField>>>>
}

export const root = join(import.meta.dirname, '../..')
export const published = JSON.parse(readFileSync(join(import.meta.dirname, 'published.json'), 'utf8')) as Published

const sameHoles = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`

const lines = new Map(
  (Object.entries(contract) as [Route, Operation][]).flatMap(([line, { aliases = [] }]) => {
    const [method, path] = line.split(' ') as [string, string]
    return [path, ...aliases].map((one): [string, Route] => [sameHoles(method, one), line])
  }),
)

/** The operation of ours that answers a published one. */
export const answering = ({ method, paths }: PublishedOperation): Route | undefined =>
  paths.flatMap((path) => lines.get(sameHoles(method, path)) ?? [])[0]
