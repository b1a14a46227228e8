import { Refused } from '@vitrine/client'
import type { OauthAppEntry, Ok, Webhook, WebhookFormat } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { refusedText } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, Radio, SelectField, TextField } from '../parts/field.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { refusedAddress } from './refused-address.ts'
import { eventName, groupName } from './webhook-text.ts'

type EventTypes = Ok<'GET /vitrine/v1/webhook-event-types'>['eventTypes']

interface WebhookDialogProps {
  /** Absent for a new one. */
  of: Webhook | undefined
  eventTypes: EventTypes
  apps: readonly OauthAppEntry[]
  /** With the secret of a new one, where it has one. */
  onSaved: (webhook: Webhook, secret: string | undefined) => void
  onClose: () => void
}

const words = {
  SCOPE_NOT_YOURS: 'It gets no more than you may read.',
  TOO_MANY_WEBHOOKS: 'Fifty webhooks are the most. Delete one first.',
  APP_NOT_FOUND: 'Somebody revoked this app meanwhile.',
  WEBHOOK_NOT_FOUND: 'Somebody deleted this webhook meanwhile.',
}

/** An address, what it is told of, and in which form. */
export function WebhookDialog({ of, eventTypes, apps, onSaved, onClose }: WebhookDialogProps) {
  const [name, setName] = useState(of?.name ?? '')
  const [url, setUrl] = useState(of?.url ?? '')
  const [format, setFormat] = useState<WebhookFormat>(of?.format ?? 'STANDARD')
  const [appId, setAppId] = useState(of?.appId ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(of?.events))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ readonly url?: string; readonly says?: string }>({})
  const groups = [...Map.groupBy(eventTypes, ({ entity }) => entity)]
  const choose = (types: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const type of types)
      if (on) next.add(type)
      else next.delete(type)
    setChosen(next)
  }
  async function save() {
    setBusy(true)
    setRefused({})
    const events = eventTypes.flatMap(({ type }) => (chosen.has(type) ? [type] : []))
    const said = { name: name.trim(), url: url.trim(), events }
    try {
      if (of) {
        const { webhook } = await client.webhooks.updateWebhook({ webhook: { id: of.id, revision: of.revision, ...said } })
        onSaved(webhook, undefined)
      } else {
        const { webhook, secret } = await client.webhooks.createWebhook({ webhook: { ...said, format, ...(appId && { appId }) } })
        onSaved(webhook, secret)
      }
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Refused)) return setRefused({ says: unanswered })
      const badAddress = refusedAddress(error, 'webhook.url', 'https://warehouse.example/in')
      if (badAddress) return setRefused({ url: badAddress })
      setRefused({ says: refusedText(error, words) })
    }
  }
  return (
    <Dialog
      wide
      title={of ? `Edit ${of.name}` : 'New webhook'}
      about="Events are sent to its address as they happen, and again until it takes them."
      does={of ? 'Save' : 'Make the webhook'}
      says={many(chosen.size, 'event')}
      busy={busy}
      disabled={name.trim() === '' || url.trim() === '' || chosen.size === 0}
      onDo={() => void save()}
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
        <TextField
          label="Address"
          type="url"
          mono
          maxLength={2048}
          value={url}
          error={refused.url}
          onChange={({ target }) => setUrl(target.value)}
          placeholder="https://"
        />
        {!of && (
          <fieldset className="stack">
            <legend>Format</legend>
            <Radio name="format" checked={format === 'STANDARD'} onChange={() => setFormat('STANDARD')} hint="JSON, signed with a secret.">
              Standard Webhooks
            </Radio>
            <Radio
              name="format"
              checked={format === 'JWT'}
              onChange={() => setFormat('JWT')}
              hint="A token, signed with a key: what @wix/sdk takes."
            >
              JWT
            </Radio>
          </fieldset>
        )}
        {!of && apps.length > 0 && (
          <SelectField
            label="App"
            optional
            value={appId}
            onChange={({ target }) => setAppId(target.value)}
            hint="When the app is revoked, nothing is sent any more."
          >
            <option value="">The shop</option>
            {apps.map((app) => (
              <option key={app.id} value={app.id}>
                {app.name}
              </option>
            ))}
          </SelectField>
        )}
        {groups.map(([entity, types]) => {
          const all = types.map(({ type }) => type)
          const count = all.filter((type) => chosen.has(type)).length
          return (
            <details key={entity} className="event-types" open={count > 0 && of !== undefined}>
              <summary>
                {groupName(entity)} <span className="soft small">{count > 0 ? `${count} of ${all.length}` : ''}</span>
              </summary>
              <div className="stack">
                <Check checked={count === all.length} onChange={({ target }) => choose(all, target.checked)} hint={`${all.length} types`}>
                  All of {groupName(entity).toLowerCase()}
                </Check>
                {types.map(({ type }) => (
                  <Check key={type} checked={chosen.has(type)} onChange={({ target }) => choose([type], target.checked)} hint={type}>
                    {eventName(type, entity)}
                  </Check>
                ))}
              </div>
            </details>
          )
        })}
        {refused.says && (
          <p className="err" role="alert">
            {refused.says}
          </p>
        )}
      </div>
    </Dialog>
  )
}
