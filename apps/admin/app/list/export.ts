import { type Tell, useWork } from '../parts/toasts.tsx'
import { pagesOf } from './carry-out.ts'
import { lineOf } from './csv.ts'
import type { Column, Listing } from './listing.ts'
import { many } from './many.ts'

const mostRows = 200_000
/** A file that a spreadsheet takes for what it is: without it, Excel reads another alphabet. */
const utf8Mark = '\uFEFF'

/** Writes all that a list finds into a file, the columns that are shown, page by page, while one goes on working. */
export function useExport<T>(of: Listing<T>): (params: URLSearchParams, shown: readonly Column<T>[], total: number | undefined) => void {
  const work = useWork()
  return (params, shown, total) => {
    const columns = shown.filter(({ text }) => text !== undefined)
    work(`Exporting ${of.more}`, async (tell: Tell, signal) => {
      const parts: string[] = [utf8Mark, lineOf(columns.map(({ name }) => name))]
      let rows = 0
      try {
        for await (const page of pagesOf(of, params, mostRows, signal)) {
          parts.push(page.map((row) => lineOf(columns.map(({ text }) => text!(row)))).join(''))
          rows += page.length
          tell(`Exporting: ${many(rows, of.one, of.more)}`, total === undefined ? undefined : Math.min(1, rows / total))
          if (signal.aborted) return { text: 'The export was stopped. No file was made.' }
        }
      } catch (error) {
        if (signal.aborted) return { text: 'The export was stopped. No file was made.' }
        throw error
      }
      download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${of.name}-${new Date().toISOString().slice(0, 10)}.csv`)
      return { text: `${many(rows, of.one, of.more)} exported.` }
    })
  }
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
