import type { UrlRedirect } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Radio, TextField } from '../parts/field.tsx'
import { isOldAddress, isTarget } from './addresses.ts'
import { refusals } from './text.ts'

interface RedirectDialogProps {
  /** One that is there, to be changed. */
  of?: UrlRedirect
  /** An address that leads nowhere. */
  path?: string
  onClose: () => void
}

/** An old address and where it leads. */
export function RedirectDialog({ of, path: lost = '', onClose }: RedirectDialogProps) {
  const [path, setPath] = useState(of?.path ?? lost)
  const [target, setTarget] = useState(of?.target ?? '')
  const [permanent, setPermanent] = useState(of?.permanent ?? true)
  const { act, busy } = useAct(refusals)
  const wrongPath = path !== '' && !isOldAddress(path.trim())
  const wrongTarget = target !== '' && !isTarget(target.trim())
  const save = () =>
    void act(async () => {
      const redirect = { path: path.trim(), target: target.trim(), permanent }
      if (of) await client.siteRedirects.updateRedirect({ redirect: { id: of.id, revision: of.revision, ...redirect } })
      else await client.siteRedirects.createRedirect({ redirect })
      onClose()
      return `${redirect.path} leads to ${redirect.target}.`
    })
  return (
    <Dialog
      title={of ? 'Redirect' : 'New redirect'}
      about="Only used where the shop has no page: a product, a collection or a page at the old address comes first."
      does="Save"
      busy={busy}
      disabled={path.trim() === '' || target.trim() === '' || wrongPath || wrongTarget}
      onDo={save}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          mono
          label="Old address"
          hint="/old-page, or /old/* for everything below it"
          error={wrongPath ? 'It begins with / and has no question mark.' : undefined}
          maxLength={500}
          value={path}
          {...(lost === '' && { 'data-first': '' })}
          onChange={({ target: { value } }) => setPath(value)}
        />
        <TextField
          mono
          label="Leads to"
          hint="/products/morning-mug, or a web address; with * at its end the rest is taken along"
          error={wrongTarget ? 'A path of the shop that begins with /, or a web address.' : undefined}
          maxLength={2000}
          value={target}
          {...(lost !== '' && { 'data-first': '' })}
          onChange={({ target: { value } }) => setTarget(value)}
        />
        <div className="stack-s" role="radiogroup" aria-label="For how long">
          <Radio name="permanent" checked={permanent} hint="301: search engines take the new address" onChange={() => setPermanent(true)}>
            For good
          </Radio>
          <Radio name="permanent" checked={!permanent} hint="302: such as for a campaign" onChange={() => setPermanent(false)}>
            For now
          </Radio>
        </div>
      </div>
    </Dialog>
  )
}
