import { type ComponentProps, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { CodeField } from '../second-step/code-field.tsx'
import { Pairing } from '../second-step/pairing.tsx'
import { RecoveryCodes } from '../second-step/recovery-codes.tsx'
import { focused } from '../session/text.ts'
import { useShop } from '../shop.ts'
import { wrongOf } from './text.ts'

type Wrong = ReturnType<typeof wrongOf>

/** Does something of one's own that may be refused at a field. */
function useProof() {
  const [wrong, setWrong] = useState<Wrong>()
  const [busy, setBusy] = useState(false)
  async function prove(work: () => Promise<void>) {
    setBusy(true)
    setWrong(undefined)
    await work().catch((error: unknown) => setWrong(wrongOf(error)))
    setBusy(false)
  }
  return { wrong, setWrong, busy, prove }
}

interface AskProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'about' | 'does' | 'kind' | 'onClose'> {
  wrong: Wrong | undefined
  busy: boolean
  onDo: (password: string) => void
}

/** Asks for one's own password before something of one's own is done. */
function AskPassword({ wrong, busy, onDo, ...dialog }: AskProps) {
  const [password, setPassword] = useState('')
  return (
    <Dialog {...dialog} busy={busy} disabled={password === ''} onDo={() => onDo(password)}>
      <div className="stack">
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={wrong?.field === 'password' ? wrong.says : undefined}
          data-first=""
        />
        <Other wrong={wrong} />
      </div>
    </Dialog>
  )
}

const Other = ({ wrong }: { wrong: Wrong | undefined }) =>
  wrong?.field === 'all' ? (
    <p className="err" role="alert">
      {wrong.says}
    </p>
  ) : null

interface Setup {
  readonly secret: string
  readonly uri: string
  readonly setupToken: string
}

/** First the password, then the app and its first code, then the codes for the drawer. */
export function SetUpDialog({ again, onClose }: { again: boolean; onClose: () => void }) {
  const shop = useShop()
  const { revalidate } = useRevalidator()
  const { wrong, setWrong, busy, prove } = useProof()
  const [setup, setSetup] = useState<Setup>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return (
      <Saved about="Your app is paired. From now on signing in takes a code of it." onClose={onClose}>
        <RecoveryCodes codes={codes} shop={shop.name} />
      </Saved>
    )
  if (setup)
    return (
      <Dialog
        title="Pair your app"
        does="Pair"
        wide
        busy={busy}
        disabled={code.trim() === ''}
        onDo={() =>
          void prove(async () => {
            const { recoveryCodes } = await client.staffAccount.confirmSecondStep({ setupToken: setup.setupToken, code: code.trim() })
            setCodes(recoveryCodes)
            void revalidate()
          })
        }
        onClose={onClose}
      >
        <Pairing secret={setup.secret} uri={setup.uri}>
          <CodeField
            label="Six digits from the app"
            value={code}
            onChange={(value) => {
              setCode(value)
              setWrong(undefined)
            }}
            error={wrong?.field === 'code' ? wrong.says : undefined}
            ref={focused}
          />
          <Other wrong={wrong} />
        </Pairing>
      </Dialog>
    )
  return (
    <AskPassword
      title={again ? 'Pair another app' : 'Set up your second step'}
      about={
        again
          ? 'It takes the place of the one you have, and so do its recovery codes.'
          : 'An app on your phone makes a code each time you sign in.'
      }
      does="Go on"
      wrong={wrong}
      busy={busy}
      onDo={(password) => void prove(async () => setSetup(await client.staffAccount.beginSecondStep({ password })))}
      onClose={onClose}
    />
  )
}

/** Ten new codes for a lost phone; the ones before are over. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const shop = useShop()
  const { revalidate } = useRevalidator()
  const { wrong, busy, prove } = useProof()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return (
      <Saved about="The codes before are over." onClose={onClose}>
        <RecoveryCodes codes={codes} shop={shop.name} />
      </Saved>
    )
  return (
    <AskPassword
      title="New recovery codes"
      about="Ten codes for a lost phone. The ones you have are over then."
      does="Make new ones"
      wrong={wrong}
      busy={busy}
      onDo={(password) =>
        void prove(async () => {
          const { recoveryCodes } = await client.staffAccount.makeRecoveryCodes({ password })
          setCodes(recoveryCodes)
          void revalidate()
        })
      }
      onClose={onClose}
    />
  )
}

/** The password alone signs in again. */
export function GiveUpDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const { revalidate } = useRevalidator()
  const { wrong, busy, prove } = useProof()
  return (
    <AskPassword
      title="Give up your second step?"
      about="The password alone signs you in then. Your recovery codes and the browsers that need no code go with it."
      does="Give it up"
      kind="danger"
      wrong={wrong}
      busy={busy}
      onDo={(password) =>
        void prove(async () => {
          await client.staffAccount.removeSecondStep({ password })
          say({ text: 'The password alone signs you in.' })
          onClose()
          void revalidate()
        })
      }
      onClose={onClose}
    />
  )
}

/** What is shown once, and then is gone. */
function Saved({ about, onClose, children }: { about: string; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog title="Keep these" about={about} does="I have them" cancel="Close" busy={false} onDo={onClose} onClose={onClose}>
      {children}
    </Dialog>
  )
}
