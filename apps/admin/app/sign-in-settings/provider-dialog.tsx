import { Refused } from '@vitrine/client'
import type { SignInSettings } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { faultText, refusedText } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { useTogether } from '../parts/conflict.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { sentOf, socialOf, valuesOf } from './values.ts'

type Provider = SignInSettings['methods']['social'][number]

const names = { name: 'Name', issuer: 'Issuer', clientId: 'Client id' } as const
type Field = keyof typeof names
type Values = Readonly<Record<Field, string>>

const empty: Values = { name: '', issuer: '', clientId: '' }
const trimmed = ({ name, issuer, clientId }: Values): Values => ({ name: name.trim(), issuer: issuer.trim(), clientId: clientId.trim() })

/** Somebody else took it away meanwhile. */
class GoneError extends Error {}

const now = async (): Promise<SignInSettings> => (await client.signInSettings.getSignInSettings({})).signIn

const put = (settings: SignInSettings, social: ReturnType<typeof socialOf>) =>
  client.signInSettings.setSignInSettings({ signIn: { ...sentOf(valuesOf(settings), social), revision: settings.revision } })

interface ProviderDialogProps {
  /** Absent for a new one. */
  provider: Provider | undefined
  onSaved: (says: string) => void
  onClose: () => void
}

/** Whose accounts members may sign in with. The secret is written, and never read again. */
export function ProviderDialog({ provider, onSaved, onClose }: ProviderDialogProps) {
  const opened: Values = provider ?? empty
  const [values, setValues] = useState<Values>(() => ({ name: opened.name, issuer: opened.issuer, clientId: opened.clientId }))
  const [secret, setSecret] = useState('')
  const [without, setWithout] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ readonly field?: Field; readonly says: string }>()
  const foundIn = ({ methods }: SignInSettings): Provider => {
    const found = methods.social.find(({ connectionId }) => connectionId === provider?.connectionId)
    if (!found) throw new GoneError()
    return found
  }
  const together = useTogether<Field>({
    names,
    what: provider?.name ?? 'the providers',
    read: async () => {
      const settings = await now()
      const { name, issuer, clientId } = provider ? foundIn(settings) : empty
      return { values: { name, issuer, clientId }, revision: settings.revision }
    },
    write: async (all, revision) => {
      const settings = await now()
      const said = { ...all, ...(without ? { clientSecret: null } : secret && { clientSecret: secret }) }
      const social = socialOf(settings)
      const after = provider
        ? social.map((one) => (one.connectionId === provider.connectionId ? { ...one, ...said } : one))
        : [...social, said]
      await put({ ...settings, revision }, after)
    },
  })
  async function act(work: () => Promise<string | undefined>) {
    setBusy(true)
    try {
      const says = await work()
      if (says !== undefined) onSaved(says)
      else setBusy(false)
    } catch (error) {
      setWrong(wrongOf(error))
      setBusy(false)
    }
  }
  const save = () =>
    act(async () => {
      const mine = trimmed(values)
      if ((await together.save({ name: opened.name, issuer: opened.issuer, clientId: opened.clientId }, mine)) === undefined)
        return undefined
      return `Members can sign in with ${mine.name}.`
    })
  const remove = (gone: Provider) =>
    act(async () => {
      const settings = await now()
      await put(
        settings,
        socialOf(settings).filter(({ connectionId }) => connectionId !== gone.connectionId),
      )
      return `Nobody signs in with ${gone.name} any more.`
    })
  const bind = (field: Field) => ({
    label: names[field],
    value: values[field],
    error: wrong?.field === field ? wrong.says : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      setWrong(undefined)
      setValues({ ...values, [field]: target.value })
    },
  })
  return (
    <>
      <Dialog
        title={provider ? `Edit ${provider.name}` : 'Add a provider'}
        about="Members with an account there sign in with it, by OpenID Connect."
        does={provider ? 'Save' : 'Add'}
        says={
          provider && (
            <Button kind="ghost warn" disabled={busy} onClick={() => void remove(provider)}>
              Remove
            </Button>
          )
        }
        busy={busy}
        disabled={Object.values(trimmed(values)).includes('')}
        onDo={() => void save()}
        onClose={onClose}
      >
        <div className="stack">
          <TextField {...bind('name')} maxLength={60} data-first="" hint="As members read it on the button: Google" />
          <TextField {...bind('issuer')} maxLength={500} inputMode="url" hint="https://accounts.google.com" />
          <TextField {...bind('clientId')} maxLength={500} autoComplete="off" />
          <TextField
            label="Client secret"
            optional
            type="password"
            autoComplete="new-password"
            maxLength={1000}
            value={secret}
            disabled={without}
            onChange={({ target }) => setSecret(target.value)}
            hint={
              provider?.clientSecretSet
                ? 'One is saved. What you enter replaces it; it is never shown.'
                : 'It is stored encrypted, and never shown again.'
            }
          />
          {provider?.clientSecretSet && (
            <Check checked={without} onChange={({ target }) => setWithout(target.checked)}>
              Delete the stored secret
            </Check>
          )}
          {wrong && wrong.field === undefined && (
            <p className="err" role="alert">
              {wrong.says}
            </p>
          )}
        </div>
      </Dialog>
      {together.dialog}
    </>
  )
}

function wrongOf(error: unknown): { readonly field?: Field; readonly says: string } {
  if (error instanceof GoneError) return { says: 'Somebody removed this provider meanwhile.' }
  if (!(error instanceof Refused)) return { says: 'The shop did not answer. Look whether it was done before you try again.' }
  if (error.code === 'ISSUER_NOT_ALLOWED') return { field: 'issuer', says: 'It has to be an https address, without anything behind a “?”.' }
  if (error.code === 'NO_WAY_TO_SIGN_IN') return { says: 'It is the only way to sign in. Turn another one on first.' }
  const [fault] = error.fieldViolations
  const field = fault?.field.split('.').at(-1)
  return field !== undefined && field in names
    ? { field: field as Field, says: faultText(fault!.description) }
    : { says: refusedText(error) }
}
