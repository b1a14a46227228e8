import { type Sql, sql } from '../../kernel/db/sql.ts'
import { shared } from './store.ts'

/** What selling knows of a variant that has stock of its own, in the facts of its product. */
export const variantFact = (
  field: 'choices' | 'image',
  { facts, variantId }: { readonly facts: Sql; readonly variantId: Sql },
): Sql => sql`(
  select variant->${field}::text from jsonb_array_elements(${facts}->'variants') variant
  where variant->>'counted' = ${variantId}::text and ${variantId} <> ${shared}::uuid limit 1)`

/** As people read it: `Sage · Large`; empty where there is nothing to choose. */
export const choicesInWords = (choices: Readonly<Record<string, string>> | null): string => Object.values(choices ?? {}).join(' · ')
