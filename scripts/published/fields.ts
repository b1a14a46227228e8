// Public fields of the published client's entities that this platform does not send, each with why.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '../../packages/contract/src/index.ts'
import { sentSchema } from '../../packages/contract/src/json-schema.ts'
import { answering, published, root } from './contract.ts'
import { reasons } from './reasons.ts'

/** The part of a JSON schema that is read here. */
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}

const entityOf = (type: string): string => type.replaceAll('[]', '').replace(/^map<string,(.*)>$/, '$1')

/** The schema of one item: for a list or a map, of its elements. */
function ofOne(schema: Schema): Schema {
  if (schema.properties) return schema
  const inner = schema.items ?? schema.anyOf?.find(({ type }) => type !== 'null') ?? schema.additionalProperties
  return typeof inner === 'object' ? ofOne(inner) : schema
}

/** All words in the platform's code: a field that no code names is not sent, even if the contract allows it. */
const words = new Set(
  globSync('packages/{platform,pricing}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/[A-Za-z_]\w*/g) ?? []),
)

/** The fields that are in no answer, by `Entity.field`. */
function findFieldsNotSent(): readonly string[] {
  const [sent, missing] = [new Set<string>(), new Set<string>()]
  function walk(type: string, schema: Schema, above: readonly string[]): void {
    const entity = entityOf(type)
    const fields = published.entities[entity]
    const { properties } = ofOne(schema)
    if (!fields || !properties || above.includes(entity)) return
    for (const [name, field] of Object.entries(fields)) {
      const inner = properties[name]
      const key = `${entity}.${name}`
      if (!inner || !words.has(name)) missing.add(key)
      else sent.add(key)
      if (inner) walk(field.type, inner, [...above, entity])
    }
  }
  for (const operation of published.operations) {
    const line = operation.tier === 'extra' || operation.tier === 'shell' ? undefined : answering(operation)
    if (!line) continue
    const schema = sentSchema(contract[line].ok) as Schema
    for (const [name, type] of Object.entries(operation.response)) {
      const inner = schema.properties?.[name]
      if (inner) walk(type, inner, [])
      if (!inner || !words.has(name)) missing.add(`${operation.responseType}.${name}`)
    }
  }
  return [...missing].filter((key) => !sent.has(key)).sort()
}

const fieldsNotSent = findFieldsNotSent()

const reasonOf = (key: string): string | undefined => reasons.find(({ fields }) => fields.test(key))?.why

/** Fields without a reason, and reasons without a field. */
export function fieldFaults(): string[] {
  return [
    ...fieldsNotSent
      .filter((key) => !reasonOf(key))
      .map((key) => `docs/fields-not-sent.md: no reason is given for ${key} (scripts/published/reasons.ts)`),
    ...reasons
      .filter(({ fields }) => !fieldsNotSent.some((key) => fields.test(key)))
      .map(({ fields }) => `docs/fields-not-sent.md: nothing fits ${String(fields)} (scripts/published/reasons.ts)`),
  ]
}

export function fieldsNotSentDocument(): string {
  const rows = fieldsNotSent.map((key) => {
    const [entity, name] = key.split('.') as [string, string]
    const deprecated = published.entities[entity]?.[name]?.deprecated ? 'deprecated' : ''
    return `| \`${entity}\` | \`${name}\` | ${deprecated} | ${reasonOf(key) ?? '**none**'} |`
  })
  return `# Fields of the published entities that are not sent

<!-- Written by scripts/docs.ts from scripts/published. -->

The public fields of the entities in the answers to the specification's operations (rows, named and implied: [table](published-operations.md)), less those that an answer of ours has. A field is in this table when the contract has no place for it, or when it has one and no code of the platform names it. Fields that are sent only where there is something to say are not in it.

| entity | field | | why |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
