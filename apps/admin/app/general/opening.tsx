import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { shopChanged, useShop } from '../shop.ts'

/** Opens the shop to everybody, and closes it again once that is confirmed. */
export function useOpening() {
  const { name } = useShop()
  const { act, busy } = useAct()
  const [asked, setAsked] = useState(false)
  const set = (open: boolean) =>
    act(async () => {
      await client.generalSettings.updateGeneralSettings({ generalSettings: { open } })
      shopChanged()
      return {
        says: open ? `${name} is open: everybody sees it.` : `${name} is closed: visitors read “Opening soon”.`,
        undo: () => void set(!open),
      }
    })
  return {
    busy,
    open: () => void set(true),
    close: () => setAsked(true),
    dialog: asked && (
      <Dialog
        title={`Close ${name}?`}
        about="Visitors read “Opening soon” on every page, and nobody can buy there. Orders, payment links, accounts and sign-in keep working; so do your other apps. You see the shop as before."
        does={`Close ${name}`}
        busy={busy}
        onDo={() => void set(false).then((done) => done && setAsked(false))}
        onClose={() => setAsked(false)}
      />
    ),
  }
}
