import { useState } from 'react'
import { client } from '../client.ts'
import type { ActResult } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useShop } from '../shop.ts'
import { EndField, endOf } from './key-end.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { type Extents, scopesOf } from './scopes.ts'

interface SecretDialogProps {
  busy: boolean
  act: (work: () => Promise<ActResult>) => Promise<boolean>
  /** The secret, said this once. */
  onTold: (what: string, secret: string) => void
  onClose: () => void
}

/** A key for a program, and what it may do. */
export function KeyDialog({ busy, act, onTold, onClose }: SecretDialogProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Extents | undefined>({})
  const [day, setDay] = useState('')
  const { timeZone } = useShop()
  const make = () =>
    act(async () => {
      const expiresDate = endOf(day, timeZone)
      const { key } = await client.developers.createApiKey({
        apiKey: { name: name.trim(), ...(chosen && { scopes: [...scopesOf(chosen)] }), ...(expiresDate && { expiresDate }) },
      })
      onTold(`Key “${name.trim()}” is made.`, key)
      return undefined
    })
  return (
    <Dialog
      title="New API key"
      about="A program with it acts on the shop. It is shown once."
      does="Make the key"
      busy={busy}
      disabled={name.trim() === '' || (chosen !== undefined && scopesOf(chosen).length === 0)}
      onDo={() => void make()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Name"
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
          data-first=""
          hint="What it is for: Warehouse"
        />
        <EndField day={day} onChange={setDay} />
        <ScopeFields chosen={chosen} onChoose={setChosen} />
      </div>
    </Dialog>
  )
}

/** A new secret of an app, for programs that speak in its own name. */
export function AppSecretDialog({
  app,
  busy,
  act,
  onTold,
  onClose,
}: SecretDialogProps & { app: { readonly id: string; readonly name: string; readonly hasSecret: boolean } }) {
  const [chosen, setChosen] = useState<Extents | undefined>({})
  const make = () =>
    act(async () => {
      const { secret } = await client.developers.makeAppSecret({ id: app.id, ...(chosen && { scopes: [...scopesOf(chosen)] }) })
      onTold(`The secret of ${app.name} is made.`, secret)
      return undefined
    })
  return (
    <Dialog
      title={`Secret of ${app.name}`}
      about={app.hasSecret ? 'A new one. The one it has stops within seconds.' : 'With it the app acts in its own name. It is shown once.'}
      does="Make the secret"
      busy={busy}
      disabled={chosen !== undefined && scopesOf(chosen).length === 0}
      onDo={() => void make()}
      onClose={onClose}
    >
      <ScopeFields chosen={chosen} onChoose={setChosen} />
    </Dialog>
  )
}
