import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'

/** Asks for the name; everything else is written where all of it is. */
export function NewCollection({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const { act, busy } = useAct()
  const make = () =>
    void act(async () => {
      const { collection } = await client.merchantProducts.createCollection({ collection: { name: name.trim() } })
      onClose()
      await navigate(`/collections/${collection.id}`)
      return `${collection.name} is made.`
    })
  return (
    <Dialog
      title="New collection"
      about="Shoppers see it once it has products."
      does="Make the collection"
      busy={busy}
      disabled={name.trim() === ''}
      onDo={make}
      onClose={onClose}
    >
      <TextField label="Name" maxLength={50} value={name} data-first="" onChange={({ target }) => setName(target.value)} />
    </Dialog>
  )
}
