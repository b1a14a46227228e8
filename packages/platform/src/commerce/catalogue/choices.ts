import { type Db, sql } from '../../kernel/db/sql.ts'
import { type ProductDraft, unitSeparator } from './product.ts'

/** Writes down what can be chosen in the shop, and what buyers may write: what the same is called is the same. */
export async function keepChoices(db: Db, site: string, drafts: readonly ProductDraft[], now: Date): Promise<void> {
  const rows = new Map<string, object>()
  for (const { options, texts = [] } of drafts) {
    for (const { title, maxLength } of texts)
      rows.set(title + unitSeparator, { name: title, choice: '', kind: 'free_text', hex: null, position: 0, max_length: maxLength })
    for (const { name, kind, choices } of options) {
      choices.forEach((choice, position) => {
        const key = `${name}${unitSeparator}${choice.name}`
        if (!rows.has(key)) rows.set(key, { name, choice: choice.name, kind, hex: choice.hex ?? null, position, max_length: null })
      })
    }
  }
  if (rows.size === 0) return
  await db.query(sql`
    insert into option_choice (site, name, choice, kind, hex, position, max_length, created_at, updated_at)
    select ${site}, name, choice, kind, hex, position, max_length, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as row (
      name text, choice text, kind text, hex text, position integer, max_length integer)
    on conflict (site, name, choice) do update set
      kind = excluded.kind, hex = excluded.hex, position = excluded.position, max_length = excluded.max_length, updated_at = excluded.updated_at
    where (option_choice.kind, option_choice.hex, option_choice.position, option_choice.max_length)
      is distinct from (excluded.kind, excluded.hex, excluded.position, excluded.max_length)`)
}
