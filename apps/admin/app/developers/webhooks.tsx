import type { OauthAppEntry, Ok, Webhook, WebhookDelivery } from '@vitrine/contract'
import { Copy, History, KeyRound, Pause, Pencil, Play, Plus, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { logTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { withParams } from '../parts/params.ts'
import { Spark } from '../parts/spark.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useSay } from '../parts/toasts.tsx'
import { type Told, ToldOnce } from '../parts/told.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { DeliveryPanel, type Detail } from './delivery-panel.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { DeveloperTabs } from './tabs.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { answerText, eventName, eventsText, stateOf, stateSign, stateText, tookText } from './webhook-text.ts'

interface Loaded {
  readonly webhooks: readonly Webhook[]
  readonly eventTypes: Ok<'GET /vitrine/v1/webhook-event-types'>['eventTypes']
  readonly apps: readonly OauthAppEntry[]
  /** Whose log is shown. */
  readonly of: Webhook | undefined
  readonly deliveries: readonly WebhookDelivery[]
  readonly nextCursor: string | undefined
  readonly readAt: number
}

const states = ['WAITING', 'DELIVERED', 'FAILED'] as const
const stateNames = { WAITING: 'waiting', DELIVERED: 'delivered', FAILED: 'failed' } as const

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const asked = new URL(url).searchParams
  const [{ webhooks }, { eventTypes }, { apps }] = await Promise.all([
    client.webhooks.listWebhooks({}, { signal }),
    client.webhooks.listWebhookEventTypes({}, { signal }),
    client.developers.listApps({}, { signal }),
  ])
  const of = webhooks.find(({ id }) => id === asked.get('of')) ?? webhooks[0]
  const state = states.find((one) => one === asked.get('state'))
  const search = asked.get('search')
  const cursor = asked.get('cursor')
  const { deliveries, nextCursor } = of
    ? await client.webhooks.listWebhookDeliveries(
        { id: of.id, ...(state && { state }), ...(search && { search }), ...(cursor && { cursor }) },
        { signal },
      )
    : { deliveries: [], nextCursor: undefined }
  return { webhooks, eventTypes, apps, of, deliveries, nextCursor, readAt: Date.now() }
}

type Open = { readonly what: 'new' } | { readonly what: 'edit' | 'delete' | 'rotate' | 'replay'; readonly webhook: Webhook }

const refusals = {
  WEBHOOK_NOT_FOUND: 'Somebody deleted this webhook meanwhile.',
  WEBHOOK_DELIVERY_NOT_FOUND: 'This delivery is no longer in the log.',
  SCOPE_NOT_YOURS: 'Your role may not see the events that it receives.',
}

/** Addresses that are told of events, what they were told and what they answered. */
export function Webhooks() {
  usePlace([{ name: 'Developers', to: '/developers' }, { name: 'Webhooks' }])
  const { webhooks, eventTypes, apps, of, deliveries, nextCursor, readAt } = useLoaderData<Loaded>()
  const [asked, change] = useAddress()
  const { timeZone } = useShop()
  const may = useMay()('webhooks.write')
  const say = useSay()
  const { revalidate } = useRevalidator()
  const { act, busy } = useAct(refusals)
  const [open, setOpen] = useState<Open>()
  const [told, setTold] = useState<Told>()
  const [detail, setDetail] = useState<Detail>()
  const close = () => setOpen(undefined)
  const show = (deliveryId: string) =>
    act(async () => {
      setDetail(await client.webhooks.getWebhookDelivery({ id: of!.id, deliveryId }))
      return undefined
    })
  const ask = (changes: Readonly<Record<string, string>>) =>
    change((from) => withParams(from, { cursor: undefined, ...changes }), { replace: true })
  const setActive = (webhook: Webhook, active: boolean) =>
    act(async () => {
      await client.webhooks.updateWebhook({ webhook: { id: webhook.id, active } })
      return active
        ? `${webhook.name} is resumed, and sent the events that waited.`
        : `${webhook.name} is paused. New events wait until you resume it.`
    })
  return (
    <>
      <PageHead
        title="Webhooks"
        main={
          may && (
            <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'new' })}>
              Webhook
            </Button>
          )
        }
      />
      <DeveloperTabs />
      {told && <ToldOnce {...told} onSaved={() => setTold(undefined)} />}
      {webhooks.length === 0 ? (
        <Empty title="No webhooks yet">A webhook sends events of the shop, such as new orders, to an address of yours.</Empty>
      ) : (
        <Table
          caption="Webhooks"
          className="one ends"
          head={
            <>
              <Head>Webhook</Head>
              <Head className="half">Events</Head>
              <Head>24 hours</Head>
              <Head>State</Head>
              <ActionsHead />
            </>
          }
        >
          {webhooks.map((webhook) => {
            const state = stateOf(webhook)
            const { tone, sign } = stateSign[state]
            const [delivered, failed] = webhook.lastDay.reduce(([good, bad], hour) => [good + hour.delivered, bad + hour.failed], [0, 0])
            const isResting = webhook.state === 'PAUSED' || webhook.state === 'STOPPED'
            return (
              <Tr key={webhook.id} {...(webhook.id === of?.id && { 'data-on': '' })}>
                <RowHead>
                  <span className="two">
                    <Link className="lead" to={`/developers/webhooks?of=${webhook.id}`} preventScrollReset>
                      {webhook.name}
                    </Link>
                    <span className="mono">{webhook.url.replace(/^https?:\/\//, '')}</span>
                  </span>
                </RowHead>
                <Td of="Events" className="soft clip" title={webhook.events.join('\n')}>
                  {eventsText(webhook.events, eventTypes)}
                </Td>
                <Td of="24 hours" className="soft fit">
                  <Spark of={webhook.lastDay.map((hour) => hour.delivered)} /> {delivered.toLocaleString('en-GB')}
                  {failed > 0 && `, ${failed.toLocaleString('en-GB')} failed`}
                </Td>
                <Td of="State" className="fit">
                  <span className="st" {...(tone && { 'data-tone': tone })}>
                    <Glyph of={sign} />
                    {stateText[state]}
                    {webhook.waiting > 0 && `, ${webhook.waiting.toLocaleString('en-GB')} waiting`}
                  </span>
                </Td>
                <Td of="Actions" className="fit">
                  {may && (
                    <>
                      <IconButton
                        icon={Send}
                        small
                        name={`Send a test event to ${webhook.name}`}
                        disabled={busy}
                        onClick={() =>
                          void act(async () => {
                            await client.webhooks.testWebhook({ id: webhook.id })
                            return `A test event is on its way to ${webhook.name}.`
                          })
                        }
                      />
                      <IconButton
                        icon={isResting ? Play : Pause}
                        small
                        name={`${isResting ? 'Resume' : 'Pause'} ${webhook.name}`}
                        disabled={busy}
                        onClick={() => void setActive(webhook, isResting)}
                      />
                      <IconButton
                        icon={History}
                        small
                        name={`Replay to ${webhook.name}`}
                        onClick={() => setOpen({ what: 'replay', webhook })}
                      />
                      <IconButton
                        icon={KeyRound}
                        small
                        name={`New secret of ${webhook.name}`}
                        onClick={() => setOpen({ what: 'rotate', webhook })}
                      />
                      <IconButton icon={Pencil} small name={`Edit ${webhook.name}`} onClick={() => setOpen({ what: 'edit', webhook })} />
                      <IconButton
                        icon={Trash2}
                        small
                        name={`Delete ${webhook.name}`}
                        onClick={() => setOpen({ what: 'delete', webhook })}
                      />
                    </>
                  )}
                </Td>
              </Tr>
            )
          })}
        </Table>
      )}
      {of && (
        <section className="sec">
          <header className="sec-h">
            <h2>Deliveries to {of.name}</h2>
            {of.publicKey && (
              <div className="acts">
                <Button
                  small
                  icon={Copy}
                  onClick={() => void navigator.clipboard.writeText(of.publicKey!).then(() => say({ text: 'The key is copied.' }))}
                >
                  Public key
                </Button>
              </div>
            )}
          </header>
          <div className="tools">
            <TextField
              hidden
              type="search"
              label="Event or entity"
              placeholder="Event or entity"
              defaultValue={asked.get('search') ?? ''}
              onChange={({ target }) => ask({ search: target.value })}
            />
            <SelectField hidden label="State" value={asked.get('state') ?? ''} onChange={({ target }) => ask({ state: target.value })}>
              <option value="">any state</option>
              {states.map((state) => (
                <option key={state} value={state}>
                  {stateNames[state]}
                </option>
              ))}
            </SelectField>
          </div>
          {deliveries.length === 0 ? (
            <p className="soft">
              {asked.has('search') || asked.has('state') ? 'No delivery matches these filters.' : 'No event has been sent to it yet.'}
            </p>
          ) : (
            <Table
              caption="Deliveries, newest first"
              className="in one deliveries"
              head={
                <>
                  <Head>Event</Head>
                  <Head>When</Head>
                  <Head>About</Head>
                  <Head>Answer</Head>
                  <Head className="num">Took</Head>
                  <Head className="num">Tries</Head>
                </>
              }
            >
              {deliveries.map((delivery) => {
                const last = delivery.attempts.at(-1)
                return (
                  <Tr key={delivery.id} {...(delivery.id === detail?.delivery.id && { 'data-focus': '' })}>
                    <RowHead>
                      <button type="button" className="lead" onClick={() => void show(delivery.id)}>
                        {eventName(delivery.eventType)}
                      </button>
                    </RowHead>
                    <Td of="When" className="soft mono">
                      <time dateTime={delivery.createdDate}>{logTime(delivery.createdDate, timeZone)}</time>
                    </Td>
                    <Td of="About" className="mono soft clip">
                      {delivery.entityId}
                    </Td>
                    <Td of="Answer">
                      <span className="st" data-tone={delivery.state === 'DELIVERED' ? 'done' : last ? 'bad' : 'wait'}>
                        <Glyph of={delivery.state === 'DELIVERED' ? 'c-full' : last ? 'c-x' : 'c-ring'} />
                        {last ? answerText(last) : 'waiting'}
                      </span>
                    </Td>
                    <Td of="Took" className="num soft">
                      {last ? tookText(last.tookMs) : '–'}
                    </Td>
                    <Td of="Tries" className="num">
                      {delivery.attempts.length}
                    </Td>
                  </Tr>
                )
              })}
            </Table>
          )}
          {nextCursor && (
            <div className="pager">
              <Button small onClick={() => ask({ cursor: nextCursor })}>
                Older
              </Button>
            </div>
          )}
        </section>
      )}
      {detail && (
        <DeliveryPanel
          key={detail.delivery.id}
          detail={detail}
          may={may}
          busy={busy}
          onRedeliver={() =>
            void act(async () => {
              const { webhookId: id, id: deliveryId } = detail.delivery
              await client.webhooks.redeliverWebhookDelivery({ id, deliveryId })
              setDetail(undefined)
              return 'It is sent again.'
            })
          }
          onClose={() => setDetail(undefined)}
        />
      )}
      {(open?.what === 'new' || open?.what === 'edit') && (
        <WebhookDialog
          of={open.what === 'edit' ? open.webhook : undefined}
          eventTypes={eventTypes}
          apps={apps}
          onSaved={(webhook, secret) => {
            close()
            if (secret)
              setTold({ what: `${webhook.name} is created.`, more: 'With this secret its receiver verifies what it is sent.', secret })
            say({ text: `${webhook.name} is saved.` })
            void revalidate()
          }}
          onClose={close}
        />
      )}
      {open?.what === 'replay' && <ReplayDialog of={open.webhook} now={readAt} busy={busy} act={act} onClose={close} />}
      {open?.what === 'rotate' && (
        <Dialog
          title={`New secret of ${open.webhook.name}`}
          about={
            open.webhook.format === 'JWT'
              ? 'Its new public key stands beside the one it has, and takes its place in a day.'
              : 'For a day everything is signed with both, so that its receiver has time to change.'
          }
          does="Make it"
          busy={busy}
          onDo={() =>
            void act(async () => {
              const { webhook, secret } = await client.webhooks.rotateWebhookSecret({ id: open.webhook.id })
              const given = secret ?? webhook.nextPublicKey
              if (given) setTold({ what: `${webhook.name} has a new ${secret ? 'secret' : 'public key'}.`, secret: given })
              return undefined
            }).then(close)
          }
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <Dialog
          title={`Delete ${open.webhook.name}?`}
          about="Waiting events are not sent any more, and its log is deleted."
          does="Delete"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.webhooks.deleteWebhook({ id: open.webhook.id })
              return `${open.webhook.name} is deleted.`
            }).then(close)
          }
          onClose={close}
        />
      )}
    </>
  )
}
