import { Refused } from '@vitrine/client'
import type { Ok } from '@vitrine/contract'
import { Download, Search, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { refusedText, useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { erasureText, inUseLink, inUseText, kindNames } from './kinds.ts'

type Preview = Ok<'POST /vitrine/v1/personal-data/preview'>

const refusals = { PERSONAL_DATA_IN_USE: 'Something has to end first. Look them up again to see what.' }

/** Finds what the shop has about a guest, hands it over, and erases it. */
export function Guest({ mayErase }: { mayErase: boolean }) {
  const [params] = useSearchParams()
  const [email, setEmail] = useState(params.get('email') ?? '')
  const [found, setFound] = useState<{ readonly email: string; readonly of: Preview }>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [erasing, setErasing] = useState(false)
  const { act, busy: acting } = useAct(refusals)

  async function lookUp(address: string): Promise<void> {
    setBusy(true)
    setError(undefined)
    setFound(undefined)
    try {
      setFound({ email: address, of: await client.personalData.previewPersonalData({ email: address }) })
    } catch (fault) {
      setError(
        fault instanceof Refused ? (fault.fieldViolations.length > 0 ? 'This is no email address.' : refusedText(fault)) : unanswered,
      )
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') void lookUp(email.trim())
  }
  const save = () =>
    void act(async () => {
      const { fileName, data } = await client.personalData.exportPersonalData({ email: found!.email })
      const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
      const link = document.createElement('a')
      link.href = url
      link.download = fileName
      link.click()
      URL.revokeObjectURL(url)
      return 'The file is saved. Make sure that it is they who asked before you hand it on.'
    })
  const has = found !== undefined && (found.of.counts.length > 0 || found.of.invoices > 0)
  return (
    <section className="sec" aria-label="A guest">
      <header className="sec-h">
        <h2>A guest</h2>
        <p>Whoever ordered, or left something, without an account.</p>
      </header>
      <div className="stack">
        <form className="row" onSubmit={submit}>
          <div className="grow">
            <TextField
              label="Email"
              type="email"
              autoComplete="off"
              spellCheck={false}
              value={email}
              error={error}
              onChange={({ target }) => setEmail(target.value)}
            />
          </div>
          <div className="field">
            <span className="lbl" aria-hidden="true">
              &nbsp;
            </span>
            <Button type="submit" icon={Search} disabled={busy || email.trim() === ''}>
              Look up
            </Button>
          </div>
        </form>
        {found && !has && (
          <p
            className="soft"
            role="status"
          >{`The shop has nothing about ${found.email}${found.of.memberId ? ' outside their account' : ''}.`}</p>
        )}
        {found?.of.memberId && (
          <p>
            <Link className="a" to={`/members/${found.of.memberId}`}>
              A member signs in with this address
            </Link>
            : what is in their account is exported and deleted there.
          </p>
        )}
        {found && has && (
          <>
            <Table
              caption={`What the shop has about ${found.email}`}
              head={
                <>
                  <Head>{found.email}</Head>
                  <Head className="num">How many</Head>
                  <Head>When erased</Head>
                </>
              }
            >
              {found.of.counts.map(({ kind, count, erasure }) => (
                <Tr key={kind}>
                  <RowHead>{kindNames[kind]}</RowHead>
                  <Td of="How many" className="num">
                    {count.toLocaleString('en-GB')}
                  </Td>
                  <Td of="When erased" className="soft">
                    {erasureText[erasure]}
                  </Td>
                </Tr>
              ))}
              {found.of.invoices > 0 && (
                <Tr>
                  <RowHead>Invoices</RowHead>
                  <Td of="How many" className="num">
                    {found.of.invoices.toLocaleString('en-GB')}
                  </Td>
                  <Td of="When erased" className="soft">
                    stay as they are: the law says so
                  </Td>
                </Tr>
              )}
            </Table>
            {found.of.inUse.length > 0 && (
              <div className="stack-s" role="note">
                <p>Before they can be erased:</p>
                <ul className="stack-s">
                  {found.of.inUse.map((one) => (
                    <li key={one.id}>
                      <Link className="a" to={inUseLink(one)}>
                        {inUseText(one)}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div className="row wraps">
              <Button icon={Download} disabled={acting} onClick={save}>
                Download as JSON
              </Button>
              {mayErase && (
                <Button
                  kind="warn"
                  icon={Trash2}
                  disabled={acting || found.of.inUse.length > 0 || found.of.counts.length === 0}
                  onClick={() => setErasing(true)}
                >
                  Erase
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      {erasing && found && (
        <Erase
          email={found.email}
          of={found.of}
          busy={acting}
          onDo={() =>
            void act(async () => {
              const { counts } = await client.personalData.erasePersonalData({ email: found.email })
              setErasing(false)
              await lookUp(found.email)
              return `${found.email} is erased: ${counts.map(({ kind, count }) => many(count, kindNames[kind].toLowerCase(), kindNames[kind].toLowerCase())).join(', ')}.`
            })
          }
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  )
}

interface EraseProps {
  email: string
  of: Preview
  busy: boolean
  onDo: () => void
  onClose: () => void
}

function Erase({ email, of, busy, onDo, onClose }: EraseProps) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      title={`Erase ${email}?`}
      about="Nothing brings it back. The audit log says that it was done, without the address."
      says={of.invoices > 0 ? `${many(of.invoices, 'invoice')} ${of.invoices === 1 ? 'stays' : 'stay'} as the law says.` : undefined}
      does="Erase"
      kind="danger"
      busy={busy}
      disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
      onDo={onDo}
      onClose={onClose}
    >
      <ul className="stack-s">
        {of.counts.map(({ kind, count, erasure }) => (
          <li key={kind}>{`${kindNames[kind]}: ${count.toLocaleString('en-GB')} ${erasureText[erasure]}`}</li>
        ))}
      </ul>
      <TextField
        label="Type the email address"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        data-first=""
        onChange={({ target }) => setTyped(target.value)}
      />
    </Dialog>
  )
}
