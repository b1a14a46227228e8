import pg from 'pg'

/** Where a text was found: a column of a table, and how many of its rows have it. */
export interface Found {
  readonly table: string
  readonly column: string
  readonly mark: string
  readonly rows: number
}

/** Every column of every table that holds rows, with the name of the table it is a partition of. */
const columns = `
  select ns.nspname as schema, coalesce(parent.relname, t.relname) as "table", t.relname as part, a.attname as column, format_type(a.atttypid, null) as type
  from pg_class t join pg_namespace ns on ns.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_inherits i on i.inhrelid = t.oid left join pg_class parent on parent.oid = i.inhparent
  where t.relkind = 'r' and ns.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by 1, 2, 4`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Looks for texts, without regard to case, in every column of every table of a database: also in JSON, and in bytes as far as they are text. */
export async function findMarks(databaseUrl: string, marks: readonly string[]): Promise<readonly Found[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ schema: string; table: string; part: string; column: string; type: string }>(columns)
    const found: Found[] = []
    for (const { schema, table, part, column, type } of rows) {
      const text = type === 'bytea' ? `encode(${quoted(column)}, 'escape')` : `${quoted(column)}::text`
      const counts = marks.map((_, i) => `count(*) filter (where position(lower($${i + 1}) in lower(${text})) > 0)::integer as m${i}`)
      const { rows: counted } = await client.query<Record<string, number>>(
        `select ${counts.join(', ')} from ${quoted(schema)}.${quoted(part)}`,
        [...marks],
      )
      marks.forEach((mark, i) => {
        const hits = counted[0]![`m${i}`]!
        if (hits > 0) found.push({ table, column, mark, rows: hits })
      })
    }
    return found
  } finally {
    await client.end()
  }
}
