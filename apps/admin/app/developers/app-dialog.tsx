import { Refused } from '@vitrine/client'
import type { OauthAppEntry } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { refusedText } from '../parts/acting.ts'
import { useTogether } from '../parts/conflict.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextArea, TextField } from '../parts/field.tsx'
import { guid } from '../parts/guid.ts'
import { linesOf } from '../parts/lines.ts'
import { wrongLines } from './redirect-lines.ts'

const names = { name: 'Name', redirects: 'Returns to' } as const
type Values = Readonly<Record<keyof typeof names, string>>

const valuesOf = ({ name, redirectUris }: Pick<OauthAppEntry, 'name' | 'redirectUris'>): Values => ({
  name,
  redirects: redirectUris.join('\n'),
})

/** Somebody else revoked it meanwhile. */
class GoneError extends Error {}

interface AppDialogProps {
  /** Absent for a new one. */
  app: OauthAppEntry | undefined
  onSaved: (says: string) => void
  onClose: () => void
}

/** A program or pages that members sign in with, and where it may have their browser sent back to. */
export function AppDialog({ app, onSaved, onClose }: AppDialogProps) {
  const [opened] = useState(() => valuesOf(app ?? { name: '', redirectUris: [] }))
  const [values, setValues] = useState(opened)
  const [clientId, setClientId] = useState('')
  const [left, setLeft] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Wrong>()
  const wrong = wrongLines(values.redirects)
  const together = useTogether({
    names,
    what: app?.name ?? 'the app',
    read: async () => {
      const { apps } = await client.developers.listApps({})
      const found = apps.find(({ id }) => id === app?.id)
      if (!found) throw new GoneError()
      return { values: valuesOf(found), revision: found.revision }
    },
    write: ({ name, redirects }, revision) =>
      client.developers.updateApp({ app: { id: app!.id, revision, name, redirectUris: linesOf(redirects) } }),
  })
  const chosenId = clientId.trim()
  const isNoId = chosenId !== '' && !guid.test(chosenId)
  async function save() {
    setBusy(true)
    const name = values.name.trim()
    const redirects = linesOf(values.redirects)
    try {
      if (!app)
        await client.developers.createApp({ app: { name, redirectUris: redirects, ...(chosenId && { id: chosenId.toLowerCase() }) } })
      else if ((await together.save(opened, { name, redirects: redirects.join('\n') })) === undefined) return setBusy(false)
      onSaved(app ? `${name} is saved.` : `${name} is registered. Its client id stands beside it.`)
    } catch (error) {
      setRefused(wrongOf(error))
      setBusy(false)
    }
  }
  const set = (field: keyof Values) => (event: { target: { value: string } }) => {
    setRefused(undefined)
    setValues({ ...values, [field]: event.target.value })
  }
  const isWrong = left && wrong.length > 0
  return (
    <>
      <Dialog
        title={app ? `Edit ${app.name}` : 'Register an app'}
        about="Members sign in with it, and come back to one of these addresses alone."
        does={app ? 'Save' : 'Register'}
        busy={busy}
        disabled={values.name.trim() === '' || wrong.length > 0 || isNoId}
        onDo={() => void save()}
        onClose={onClose}
      >
        <div className="stack">
          <TextField
            label="Name"
            maxLength={80}
            value={values.name}
            onChange={set('name')}
            data-first=""
            hint="Members read it when they let it in."
          />
          <TextArea
            label="Returns to"
            rows={5}
            spellCheck={false}
            value={values.redirects}
            onChange={set('redirects')}
            onBlur={() => setLeft(true)}
            error={isWrong ? wrong.join(' ') : refused?.redirects}
            hint="One address per line, exactly as your app sends it: https://app.example/back. For your own machine also http://localhost:*."
          />
          {!app && (
            <TextField
              label="Client id"
              maxLength={36}
              spellCheck={false}
              value={clientId}
              onChange={({ target }) => {
                setRefused(undefined)
                setClientId(target.value)
              }}
              error={isNoId ? 'A client id looks like 4f1c2b7e-6a35-4c8e-9d20-7a1b3c5d7e9f.' : refused?.clientId}
              hint="Optional. For a site that already has one."
            />
          )}
          {refused?.says && (
            <p className="err" role="alert">
              {refused.says}
            </p>
          )}
        </div>
      </Dialog>
      {together.dialog}
    </>
  )
}

interface Wrong {
  readonly redirects?: string
  readonly clientId?: string
  readonly says?: string
}

function wrongOf(error: unknown): Wrong {
  if (error instanceof GoneError) return { says: 'Somebody revoked this app meanwhile.' }
  if (!(error instanceof Refused)) return { says: 'The shop did not answer. Look whether it was done before you try again.' }
  if (error.code === 'REDIRECT_ENTRY_NOT_POSSIBLE')
    return { redirects: `The shop does not send browsers to ${String((error.data as { entry?: unknown } | undefined)?.entry)}.` }
  if (error.code === 'APP_ID_TAKEN') return { clientId: 'An app is or was registered under this client id.' }
  if (error.code === 'TOO_MANY_APPS') return { says: 'A hundred apps are the most. Revoke one first.' }
  return { says: refusedText(error) }
}
