import type pg from 'pg'

/** A table of the shop, as far as its rows are concerned. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly types: readonly string[]
  /** Its primary key, with what text is sorted by everywhere in the same way. */
  readonly key: readonly string[]
  readonly sorting: readonly string[]
  readonly partitions: readonly { readonly name: string; readonly bounds: string }[]
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Every table of the schema `public`, in the order of their names. */
export async function tablesOf(client: pg.Client): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select t.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types,
      array_agg(a.attname::text order by k.at) filter (where k.at is not null) as key,
      array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.at)
        filter (where k.at is not null) as sorting,
      coalesce((
        select json_agg(json_build_object('name', part.relname, 'bounds', pg_get_expr(part.relpartbound, part.oid)) order by part.relname)
        from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = t.oid), '[]') as partitions
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    left join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, at) on k.attnum = a.attnum
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    group by t.oid, t.relname order by t.relname collate "C"`)
  return rows
}

/** How many bytes of rows are in memory at a time, about. */
const someBytes = 4_000_000
const mostRows = 5000

/** The rows of a table by its key, some at a time: of each the values as text, as a JSON array. */
export async function* rowsOf(client: pg.Client, { name, columns, sorting }: Pick<TableShape, 'name' | 'columns' | 'sorting'>) {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ')
  await client.query(`
    declare vitrine_rows no scroll cursor for
    select array_to_json(array[${values}]::text[])::text as line from ${quoted(name)} order by ${sorting.join(', ')}`)
  for (let wanted = 100; ; ) {
    const { rows } = await client.query<{ line: string }>(`fetch forward ${wanted} from vitrine_rows`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
    const average = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length
    wanted = Math.max(1, Math.min(mostRows, Math.floor(someBytes / average)))
  }
  await client.query('close vitrine_rows')
}

/** Puts rows into a table as `rowsOf` has told them. */
export async function insertRows(
  client: pg.Client,
  { name, columns, types }: Pick<TableShape, 'name' | 'columns' | 'types'>,
  lines: readonly string[],
): Promise<void> {
  const values = types.map((type, i) => `(line ->> ${i})::${type}`).join(', ')
  await client.query(
    `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) select ${values} from jsonb_array_elements($1::jsonb) as line`,
    [`[${lines.join(',')}]`],
  )
}
