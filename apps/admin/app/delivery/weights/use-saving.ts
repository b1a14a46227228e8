import { useRef } from 'react'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { useTogether } from '../../parts/conflict.tsx'
import { deliveryText } from '../delivery.ts'
import { ratesToSave } from '../rates.ts'
import { type Column, daysIn, nameIn, pricesIn, type Row, rowsOf } from './sheet.ts'
import type { Edits } from './use-edits.ts'

/** Saves a sheet row by row; where somebody else has changed a row meanwhile, both are put together. */
export function useSaving(rows: readonly Row[], all: readonly Column[], { changed, stored, shown, settle, forgetHistory }: Edits) {
  const { act, busy } = useAct(deliveryText)
  const row = useRef<Row>(undefined)
  const together = useTogether<string>({
    names: Object.fromEntries(all.map((column) => [column.key, nameIn(column)])),
    what: 'these prices',
    read: async () => {
      const { shippingOption } = await client.shippingOptions.getShippingOption({ shippingOptionId: row.current!.method.id })
      const [now] = rowsOf([shippingOption])
      return { values: Object.fromEntries(all.map(({ key }) => [key, now?.cells[key] ?? ''])), revision: shippingOption.revision }
    },
    write: (values, revision) => {
      const written = pricesIn(values, row.current!.perItem)
      return client.shippingOptions.updateShippingOption({
        shippingOption: {
          id: row.current!.method.id,
          revision,
          ...(written && { rates: ratesToSave(written) }),
          deliveryDays: daysIn(values['days'] ?? '') ?? null,
        },
      })
    },
  })
  const save = async () => {
    const touched = rows.filter((one) => changed.some((change) => change.row === one))
    let saved = 0
    const done = await act(async () => {
      for (const one of touched) {
        row.current = one
        const opened = Object.fromEntries(all.map(({ key }) => [key, stored(one, key)]))
        const mine = Object.fromEntries(all.map(({ key }) => [key, shown(one, key).trim()]))
        if (!(await together.save(opened, mine))) return saved > 0 ? `${many(saved, 'rate')} saved.` : undefined
        saved++
        settle(one)
      }
      return `${many(changed.length, 'price')} saved.`
    })
    if (done) forgetHistory()
    return done && saved === touched.length
  }
  return { save, busy, dialog: together.dialog }
}
