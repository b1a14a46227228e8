import { Refused } from '@vitrine/client'
import type { SignInSettings } from '@vitrine/contract'
import { Copy, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { refusedText } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { useConsequences } from '../parts/consequences.tsx'
import { useDraft } from '../parts/draft.ts'
import { Radio } from '../parts/field.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useSay } from '../parts/toasts.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { consequencesOf, type Field, isOn, names, onOff, sentOf, socialOf, valuesOf, words, wrongIn } from './values.ts'

export async function loader({ request: { signal } }: { request: Request }): Promise<SignInSettings> {
  return (await client.signInSettings.getSignInSettings({}, { signal })).signIn
}

/** Who becomes a member, and how members prove who they are. */
export function SignInPage() {
  usePlace([{ name: 'Sign-in' }])
  const settings = useLoaderData<SignInSettings>()
  const { social } = settings.methods
  const mayWrite = useMay()('settings.write')
  const say = useSay()
  const { revalidate } = useRevalidator()
  const saved = valuesOf(settings)
  const draft = useDraft<Field>({
    saved,
    names,
    what: 'how members sign in',
    read: async () => {
      const { signIn } = await client.signInSettings.getSignInSettings({})
      return { values: valuesOf(signIn), revision: signIn.revision }
    },
    write: async (all, revision) => {
      const { signIn } = await client.signInSettings.getSignInSettings({})
      await client.signInSettings.setSignInSettings({ signIn: { ...sentOf(all, socialOf(signIn)), revision } })
    },
  })
  const { opened, values } = draft
  const consequences = useConsequences()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [editing, setEditing] = useState<SignInSettings['methods']['social'][number] | 'new'>()
  const wrong = wrongIn(values, social.length) ?? refused
  const set = (field: Field, value: string) => {
    setRefused(undefined)
    draft.set({ [field]: value })
  }
  const turn = (field: Parameters<typeof isOn>[1]) => ({
    checked: isOn(values, field),
    onTurn: (on: boolean) => set(field, onOff(on)),
  })
  const choice = (field: keyof typeof words, says: string) => ({
    name: field,
    checked: values[field] === says,
    onChange: () => set(field, says),
  })

  async function save(): Promise<boolean> {
    if (!(await consequences.accepted(consequencesOf(opened, values)))) return false
    setBusy(true)
    try {
      if (!(await draft.save())) return false
      await revalidate()
      draft.drop()
      say({ text: 'Members sign in like this from now on.' })
      return true
    } catch (error) {
      if (!(error instanceof Refused)) {
        say({ text: unanswered, bad: true })
        return false
      }
      setRefused(error.code === 'NO_WAY_TO_SIGN_IN' ? 'Leave at least one way to sign in.' : refusedText(error))
      await revalidate()
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageHead title="Sign-in" facts={<span>of members</span>} />
      <fieldset className="settings" disabled={!mayWrite || busy} aria-label="How members sign in">
        <section className="sec">
          <header className="sec-h">
            <h2>Registration</h2>
            <p>Who becomes a member. Who is one stays one.</p>
          </header>
          <div className="stack">
            <div className="stack-s" role="radiogroup" aria-label={names.registration}>
              <Radio {...choice('registration', words.registration.OPEN)}>Anybody</Radio>
              <Radio
                {...choice('registration', words.registration.APPROVAL)}
                hint="They wait at Members until you approve them, and get an email then."
              >
                Whom you approve
              </Radio>
              <Radio {...choice('registration', words.registration.CLOSED)}>Nobody</Radio>
            </div>
            <Toggle {...turn('emailVerification')} hint="By a code that they are mailed.">
              New members verify their email first
            </Toggle>
            <Toggle {...turn('newMembersArePublic')} hint="Others see their name and picture. Each can change it in their account.">
              New members are public
            </Toggle>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Ways to sign in</h2>
            <p>One at least.</p>
          </header>
          <div className="stack">
            <Toggle {...turn('password')}>Password</Toggle>
            <Toggle {...turn('emailCode')}>Code by email</Toggle>
            <Toggle {...turn('passkey')} hint="A finger, a face or a key in place of a password.">
              Passkey
            </Toggle>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>With another account</h2>
            <p>Any OpenID Connect provider, such as Google or your own.</p>
          </header>
          <div className="stack">
            {social.length > 0 && (
              <Table
                caption="Providers of accounts"
                className="in one"
                head={
                  <>
                    <Head>Provider</Head>
                    <Head className="half">Issuer</Head>
                    <Head>Secret</Head>
                    <ActionsHead />
                  </>
                }
              >
                {social.map((provider) => (
                  <Tr key={provider.connectionId}>
                    <RowHead className="lead">{provider.name}</RowHead>
                    <Td of="Issuer" className="mono soft clip">
                      {provider.issuer}
                    </Td>
                    <Td of="Secret" className="soft">
                      {provider.clientSecretSet ? 'saved' : 'none'}
                    </Td>
                    <Td of="Actions" className="fit">
                      {mayWrite && <IconButton icon={Pencil} small name={`Edit ${provider.name}`} onClick={() => setEditing(provider)} />}
                    </Td>
                  </Tr>
                ))}
              </Table>
            )}
            <div className="field">
              <span className="hint">The provider has to send members back to</span>
              <div className="row">
                <code className="secret">{settings.socialRedirectUri}</code>
                <IconButton
                  icon={Copy}
                  small
                  name="Copy the address"
                  onClick={() => void navigator.clipboard.writeText(settings.socialRedirectUri).then(() => say({ text: 'Copied.' }))}
                />
              </div>
            </div>
            {mayWrite && (
              <div className="row">
                <Button icon={Plus} onClick={() => setEditing('new')}>
                  Add a provider
                </Button>
              </div>
            )}
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Second factor</h2>
            <p>After the password: an authenticator app, or a code by email.</p>
          </header>
          <div className="stack-s" role="radiogroup" aria-label={names.mfa}>
            <Radio {...choice('mfa', words.mfa.OFF)}>Off</Radio>
            <Radio {...choice('mfa', words.mfa.OPTIONAL)}>Whoever wants one</Radio>
            <Radio {...choice('mfa', words.mfa.REQUIRED)} hint="Members without one set it up at their next sign-in.">
              Everybody
            </Radio>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Captcha</h2>
            <p>A puzzle that the browser solves by itself, without anybody else’s server.</p>
          </header>
          <div className="stack-s" role="radiogroup" aria-label={names.captcha}>
            <Radio {...choice('captcha', words.captcha.NEVER)}>Never</Radio>
            <Radio {...choice('captcha', words.captcha.SUSPICIOUS)}>After suspicious attempts</Radio>
            <Radio {...choice('captcha', words.captcha.ALWAYS)}>Always</Radio>
          </div>
        </section>
      </fieldset>
      <Unsaved
        of={draft.changes}
        busy={busy}
        wrong={wrong}
        onSave={save}
        onDiscard={() => {
          setRefused(undefined)
          draft.drop()
        }}
      />
      {consequences.dialog}
      {draft.dialog}
      {editing && (
        <ProviderDialog
          provider={editing === 'new' ? undefined : editing}
          onSaved={(text) => {
            say({ text })
            setEditing(undefined)
            void revalidate()
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
