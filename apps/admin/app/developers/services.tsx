import type { Ok, ServicePlugin } from '@vitrine/contract'
import { Copy, Pause, Pencil, Play, Plus, Stethoscope, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { ActionsHead, Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useSay } from '../parts/toasts.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import { failureText, kinds, withoutAnswer } from './service-text.ts'
import { DeveloperTabs } from './tabs.tsx'

type Result = Ok<'POST /vitrine/v1/service-plugins/{id}/test'>['result']
type Open = { readonly what: 'new' } | { readonly what: 'edit' | 'delete'; readonly service: ServicePlugin }

export async function loader({ request: { signal } }: { request: Request }): Promise<readonly ServicePlugin[]> {
  return (await client.servicePlugins.listServicePlugins({}, { signal })).servicePlugins
}

const refusals = { SERVICE_PLUGIN_NOT_FOUND: 'Somebody deleted this service meanwhile.' }

/** Services of others that the shop asks: while a price or an order is made, or for what goes with a product. */
export function Services() {
  usePlace([{ name: 'Developers', to: '/developers' }, { name: 'Services' }])
  const services = useLoaderData<readonly ServicePlugin[]>()
  const may = useMay()('settings.write')
  const say = useSay()
  const { revalidate } = useRevalidator()
  const { act, busy } = useAct(refusals)
  const [open, setOpen] = useState<Open>()
  const [tested, setTested] = useState<{ readonly service: ServicePlugin; readonly result: Result }>()
  const close = () => setOpen(undefined)
  const test = (service: ServicePlugin) =>
    act(async () => {
      setTested({ service, result: (await client.servicePlugins.testServicePlugin({ id: service.id })).result })
      return undefined
    })
  const setActive = (service: ServicePlugin, active: boolean) =>
    act(async () => {
      await client.servicePlugins.updateServicePlugin({ servicePlugin: { id: service.id, revision: service.revision, active } })
      return active ? `${service.name} is asked again.` : `${service.name} is not asked any more.`
    })
  return (
    <>
      <PageHead
        title="Services"
        main={
          may && (
            <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'new' })}>
              Service
            </Button>
          )
        }
      />
      <DeveloperTabs />
      {services.length === 0 ? (
        <Empty title="No service is set up">
          One of your own can say rates, fees, taxes, order checks, gift cards, discounts, payment settings, recommendations, catalogue,
          inventory and memberships.
        </Empty>
      ) : (
        <Table
          caption="Services"
          className="one ends"
          head={
            <>
              <Head>Service</Head>
              <Head>Kind</Head>
              <Head className="half">Without an answer</Head>
              <Head className="num">Wait</Head>
              <Head>State</Head>
              <ActionsHead />
            </>
          }
        >
          {services.map((service) => (
            <Tr key={service.id}>
              <RowHead>
                <span className="two">
                  <span className="lead">{service.name}</span>
                  <span className="mono">{service.baseUrl.replace(/^https?:\/\//, '')}</span>
                </span>
              </RowHead>
              <Td of="Kind">{kinds[service.type].name}</Td>
              <Td of="Without an answer" className="soft">
                {withoutAnswer(service)}
              </Td>
              <Td of="Wait" className="num soft">
                {(service.timeoutMs / 1000).toLocaleString('en-GB')} s
              </Td>
              <Td of="State">
                <span className="st" {...(service.active && { 'data-tone': 'done' })}>
                  <Glyph of={service.active ? 'c-full' : 'c-slash'} />
                  {service.active ? 'Asked' : 'Not asked'}
                </span>
              </Td>
              <Td of="Actions" className="fit">
                {may && (
                  <>
                    <IconButton icon={Stethoscope} small name={`Test ${service.name}`} disabled={busy} onClick={() => void test(service)} />
                    <IconButton
                      icon={service.active ? Pause : Play}
                      small
                      name={`${service.active ? 'Stop asking' : 'Ask'} ${service.name}`}
                      disabled={busy}
                      onClick={() => void setActive(service, !service.active)}
                    />
                    <IconButton icon={Pencil} small name={`Edit ${service.name}`} onClick={() => setOpen({ what: 'edit', service })} />
                    <IconButton icon={Trash2} small name={`Delete ${service.name}`} onClick={() => setOpen({ what: 'delete', service })} />
                  </>
                )}
              </Td>
            </Tr>
          ))}
        </Table>
      )}
      {services[0] && (
        <p className="pad">
          <Button
            small
            icon={Copy}
            onClick={() => void navigator.clipboard.writeText(services[0]!.publicKey).then(() => say({ text: 'The key is copied.' }))}
          >
            Public key
          </Button>{' '}
          <span className="soft">Services check with it that it is this shop that asks.</span>
        </p>
      )}
      {tested && (
        <section className="sec" aria-live="polite">
          <header className="sec-h">
            <h2>
              {tested.service.name} was asked about {kinds[tested.service.type].sample ?? 'two mugs to Berlin'}
            </h2>
            <div className="acts">
              <Button small onClick={() => setTested(undefined)}>
                Close
              </Button>
            </div>
          </header>
          <p>
            <span className="st" data-tone={tested.result.answered ? 'done' : 'bad'}>
              <Glyph of={tested.result.answered ? 'c-full' : 'c-x'} />
              {tested.result.error ? failureText(tested.result.error) : 'It answered.'}
            </span>{' '}
            <span className="soft">It took {tested.result.milliseconds.toLocaleString('en-GB')} ms.</span>
          </p>
          {tested.result.answer && (
            // It can be scrolled by keys.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <pre className="code" tabIndex={0} aria-label="Its answer">
              {tested.result.answer}
            </pre>
          )}
        </section>
      )}
      {(open?.what === 'new' || open?.what === 'edit') && (
        <ServiceDialog
          of={open.what === 'edit' ? open.service : undefined}
          onSaved={({ name }) => {
            close()
            say({ text: `${name} is saved.` })
            void revalidate()
          }}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <Dialog
          title={`Delete ${open.service.name}?`}
          about={`It is not asked any more. ${withoutAnswer(open.service)}`}
          does="Delete"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.servicePlugins.deleteServicePlugin({ id: open.service.id })
              return `${open.service.name} is deleted.`
            }).then(close)
          }
          onClose={close}
        />
      )}
    </>
  )
}
