import type { CursorQuery, ExportFormat } from '@vitrine/contract'

/** A list as a file that the shop writes while it is fetched. */
export interface FileExport<Column extends string = string> {
  /** What may stand in it, in this order. */
  readonly columns: readonly { readonly id: Column; readonly name: string; readonly extra?: boolean }[]
  /** Columns that are wanted together, by what they are for. */
  readonly presets?: readonly { readonly name: string; readonly columns: readonly Column[] }[]
  /** Where the file can be fetched. */
  link(wanted: WantedFile<Column>): Promise<string>
}

export interface WantedFile<Column extends string = string> extends Pick<CursorQuery, 'filter' | 'sort'> {
  readonly format: ExportFormat
  readonly columns?: Column[]
  readonly ids?: string[]
}
