import type { ApiCalls, ApiKeyEntry, OauthAppEntry } from '@vitrine/contract'
import { BookOpen, CalendarClock, Copy, KeyRound, Pencil, Plus, SquareTerminal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { useSettled } from '../list/use-settled.ts'
import { shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useSay } from '../parts/toasts.tsx'
import { type Told, ToldOnce } from '../parts/told.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { AppDialog } from './app-dialog.tsx'
import { Calls } from './calls.tsx'
import { AppSecretDialog, KeyDialog } from './key-dialog.tsx'
import { KeyEndDialog } from './key-end.tsx'
import { saidOf } from './scopes.ts'
import { DeveloperTabs } from './tabs.tsx'

interface Loaded {
  readonly apps: readonly OauthAppEntry[]
  readonly apiKeys: readonly ApiKeyEntry[]
  readonly readAt: number
  readonly calls: Promise<ApiCalls>
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const calls = client.requestLog.getApiCalls({}, { signal }).then((answer) => answer.calls)
  // The page is a page without them.
  calls.catch(() => {})
  const [{ apps }, { apiKeys }] = await Promise.all([
    client.developers.listApps({}, { signal }),
    client.developers.listApiKeys({}, { signal }),
  ])
  return { apps, apiKeys, readAt: Date.now(), calls }
}

type Open =
  | { readonly what: 'key' | 'app' | 'signing' }
  | { readonly what: 'edit' | 'secret' | 'revoke app'; readonly app: OauthAppEntry }
  | { readonly what: 'revoke key' | 'key end'; readonly key: ApiKeyEntry }

const refusals = {
  APP_NOT_FOUND: 'Somebody revoked it meanwhile.',
  API_KEY_NOT_FOUND: 'Somebody revoked it meanwhile.',
  SCOPE_NOT_YOURS: 'It can do no more than you may.',
  INVALID_ARGUMENT: 'That day is over already.',
  TOO_MANY_API_KEYS: 'A hundred keys are the most. Revoke one first.',
}

/** What programs act on the shop with, and what members sign in with. */
export function Developers() {
  usePlace([{ name: 'Developers' }])
  const { apps, apiKeys, readAt, calls: coming } = useLoaderData<Loaded>()
  const calls = useSettled(coming).value
  const isOver = ({ expiresDate }: ApiKeyEntry) => expiresDate !== undefined && Date.parse(expiresDate) <= readAt
  const { id: siteId, timeZone } = useShop()
  const may = useMay()('developers.write')
  const say = useSay()
  const { revalidate } = useRevalidator()
  const { act, busy } = useAct(refusals)
  const [open, setOpen] = useState<Open>()
  const [told, setTold] = useState<Told>()
  const close = () => setOpen(undefined)
  const copy = (text: string, says: string) => void navigator.clipboard.writeText(text).then(() => say({ text: says }))
  const telling = {
    busy,
    act,
    onTold: (what: string, secret: string) => {
      setTold({ what, secret })
      close()
    },
    onClose: close,
  }
  return (
    <>
      <PageHead
        title="Developers"
        main={
          may && (
            <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'key' })}>
              API key
            </Button>
          )
        }
      >
        <a className="btn" href="/reference/explorer/" target="_blank" rel="noreferrer">
          <Icon of={SquareTerminal} />
          <span>API explorer</span>
        </a>
        <a className="btn" href="/reference" target="_blank" rel="noreferrer">
          <Icon of={BookOpen} />
          <span>Reference</span>
        </a>
      </PageHead>
      <DeveloperTabs />
      {told && <ToldOnce {...told} onSaved={() => setTold(undefined)} />}
      <section className="sec">
        <header className="sec-h">
          <h2>API keys</h2>
        </header>
        {apiKeys.length === 0 ? (
          <p className="soft">No API keys yet. Each program that works with this shop gets one of its own.</p>
        ) : (
          <Table
            caption="API keys"
            className="in one"
            head={
              <>
                <Head>Name</Head>
                <Head>Key</Head>
                <Head className="half">May</Head>
                <Head>Made</Head>
                <Head>Last used</Head>
                <Head>Runs out</Head>
                <ActionsHead />
              </>
            }
          >
            {apiKeys.map((key) => (
              <Tr key={key.id}>
                <RowHead className="lead">{key.name}</RowHead>
                <Td of="Key" className="mono soft fit">
                  vk_…{key.hint}
                </Td>
                <Td of="May" className="soft clip" title={saidOf(key.scopes)}>
                  {saidOf(key.scopes)}
                </Td>
                <Td of="Made" className="soft">
                  <span className="nowrap">{shortTime(key.createdDate, timeZone)}</span>
                  {key.createdBy && `, ${key.createdBy.name}${key.createdBy.removed ? ' (removed)' : ''}`}
                </Td>
                <Td of="Last used" className="soft">
                  {key.usedDate ? shortTime(key.usedDate, timeZone) : 'never'}
                  {key.usedFrom && `, from ${key.usedFrom}`}
                </Td>
                <Td of="Runs out" className={isOver(key) ? 'warn' : 'soft'}>
                  {key.expiresDate ? `${isOver(key) ? 'over since ' : ''}${shortTime(key.expiresDate, timeZone)}` : 'no end'}
                </Td>
                <Td of="Actions" className="fit">
                  {may && (
                    <IconButton
                      icon={CalendarClock}
                      small
                      name={`When ${key.name} runs out`}
                      onClick={() => setOpen({ what: 'key end', key })}
                    />
                  )}
                  {may && (
                    <IconButton icon={Trash2} small name={`Revoke ${key.name}`} onClick={() => setOpen({ what: 'revoke key', key })} />
                  )}
                </Td>
              </Tr>
            ))}
          </Table>
        )}
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>OAuth apps</h2>
          <p>
            Site id <span className="mono">{siteId}</span>{' '}
            <IconButton icon={Copy} small name="Copy the site id" onClick={() => copy(siteId, 'The site id is copied.')} />
          </p>
          {may && (
            <div className="acts">
              <Button small icon={Plus} onClick={() => setOpen({ what: 'app' })}>
                App
              </Button>
            </div>
          )}
        </header>
        <Table
          caption="OAuth apps"
          className="in one"
          head={
            <>
              <Head>App</Head>
              <Head>Client id</Head>
              <Head className="half">Returns to</Head>
              <Head>Secret</Head>
              <ActionsHead />
            </>
          }
        >
          {apps.map((app) => (
            <Tr key={app.id}>
              <RowHead className="lead">{app.name}</RowHead>
              <Td of="Client id" className="mono soft" title={app.id}>
                {`${app.id.slice(0, 8)}…${app.id.slice(-4)}`}
              </Td>
              <Td of="Returns to" className="mono soft clip" title={app.redirectUris.join('\n')}>
                {app.redirectUris.join(', ') || '–'}
              </Td>
              <Td of="Secret" className="soft">
                {app.hasSecret ? saidOf(app.secretScopes) : 'none'}
              </Td>
              <Td of="Actions" className="fit">
                <IconButton
                  icon={Copy}
                  small
                  name={`Copy the client id of ${app.name}`}
                  onClick={() => copy(app.id, 'The client id is copied.')}
                />
                {may && (
                  <>
                    <IconButton icon={Pencil} small name={`Edit ${app.name}`} onClick={() => setOpen({ what: 'edit', app })} />
                    <IconButton icon={KeyRound} small name={`New secret of ${app.name}`} onClick={() => setOpen({ what: 'secret', app })} />
                    {!app.firstParty && (
                      <IconButton icon={Trash2} small name={`Revoke ${app.name}`} onClick={() => setOpen({ what: 'revoke app', app })} />
                    )}
                  </>
                )}
              </Td>
            </Tr>
          ))}
        </Table>
      </section>
      {calls && <Calls of={calls} />}
      {may && (
        <section className="sec">
          <header className="sec-h">
            <h2>Signing key</h2>
            <div className="acts">
              <Button small onClick={() => setOpen({ what: 'signing' })}>
                Sign with a new key
              </Button>
            </div>
          </header>
          <p className="soft">Every token is signed with it. A new key takes over without signing anybody out.</p>
        </section>
      )}
      {open?.what === 'key' && <KeyDialog {...telling} />}
      {open?.what === 'key end' && <KeyEndDialog of={open.key} busy={busy} act={act} onClose={close} />}
      {open?.what === 'secret' && <AppSecretDialog app={open.app} {...telling} />}
      {(open?.what === 'app' || open?.what === 'edit') && (
        <AppDialog
          app={open.what === 'edit' ? open.app : undefined}
          onSaved={(text) => {
            say({ text })
            close()
            void revalidate()
          }}
          onClose={close}
        />
      )}
      {open?.what === 'revoke app' && (
        <Dialog
          title={`Revoke ${open.app.name}?`}
          about="Its tokens stop within seconds, and who signed in with it is signed out of it. It does not come back."
          does="Revoke"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.developers.revokeApp({ id: open.app.id })
              return `${open.app.name} is revoked.`
            }).then(close)
          }
          onClose={close}
        />
      )}
      {open?.what === 'revoke key' && (
        <Dialog
          title={`Revoke ${open.key.name}?`}
          about="Programs that have it stop within seconds. It does not come back."
          does="Revoke"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.developers.revokeApiKey({ id: open.key.id })
              return `${open.key.name} is revoked.`
            }).then(close)
          }
          onClose={close}
        />
      )}
      {open?.what === 'signing' && <SigningDialog busy={busy} act={act} onClose={close} />}
    </>
  )
}

function SigningDialog({ busy, act, onClose }: { busy: boolean; act: ReturnType<typeof useAct>['act']; onClose: () => void }) {
  const [revoke, setRevoke] = useState(false)
  const rotate = () =>
    act(async () => {
      await client.developers.rotateSigningKey({ revoke })
      return revoke ? 'Tokens of the key before are over within a minute.' : 'Tokens are signed with a new key.'
    })
  return (
    <Dialog
      title="Sign with a new key?"
      does={revoke ? 'Replace the key' : 'Sign with a new key'}
      kind={revoke ? 'danger' : 'primary'}
      busy={busy}
      onDo={() => void rotate().then(onClose)}
      onClose={onClose}
    >
      <Check
        checked={revoke}
        onChange={({ target }) => setRevoke(target.checked)}
        hint="Tokens are over within a minute, and programs ask for new ones."
      >
        Somebody may have the one of now: trust it no more
      </Check>
    </Dialog>
  )
}
