import { Refused } from '@vitrine/client'
import type { Promotion } from '@vitrine/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Beside, focused } from '../../parts/beside.tsx'
import { Button, ButtonLink, IconButton } from '../../parts/button.tsx'
import { changesOf } from '../../parts/changes.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { readShop, useShop } from '../../shop.ts'
import { PromotionActs } from '../acts.tsx'
import { listSearch } from '../address.ts'
import { Preview } from '../preview/preview.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { fieldErrors } from '../refused.ts'
import { PromotionState } from '../state.tsx'
import { remove } from '../switch.ts'
import { refusals } from '../text.ts'
import { called, isAll, type Names, namesOf } from '../things.ts'
import { CouponFields } from './fields.tsx'
import { type CouponForm, fieldNames, fieldOf, formOf, freshCoupon, singleCodes, specificationOf, wrongIn } from './form.ts'

interface Loaded {
  /** What stands; undefined for a new one. */
  readonly promotion: Promotion | undefined
  readonly form: CouponForm
  readonly names: Names
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { timeZone } = await readShop()
  const copied = new URL(request.url).searchParams.get('copy')
  const id = params['id'] ?? copied
  if (!id) return { promotion: undefined, form: freshCoupon(Date.now(), timeZone), names: await namesOf([], request.signal) }
  const { coupon } = await client.coupons.getCoupon({ id }, { signal: request.signal })
  const form = formOf(coupon, timeZone, Date.now())
  const names = await namesOf([form.on], request.signal)
  if (!params['id'])
    return { promotion: undefined, form: { ...form, code: '', from: freshCoupon(Date.now(), timeZone).from, until: '' }, names }
  const { promotions } = await client.promotions.listPromotions(
    { search: coupon.specification.code, limit: 100 },
    { signal: request.signal },
  )
  return { promotion: promotions.find((one) => one.coupon?.id === id) ?? { state: 'ENDED', uses: 0, given: '0', coupon }, form, names }
}

/** A coupon beside the list. Another coupon is another panel. */
export function CouponPanel() {
  const loaded = useLoaderData<Loaded>()
  return <Panel key={loaded.promotion?.coupon?.id ?? 'new'} {...loaded} />
}

const perCall = 100

function Panel({ promotion, form: kept, names: known }: Loaded) {
  const { currency, timeZone } = useShop()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const mayWrite = useMay()('promotions.write')
  const acting = useAct(refusals)
  const [form, setForm] = useState(kept)
  const [names, setNames] = useState(known)
  const [errors, setErrors] = useState<Partial<Record<keyof CouponForm, string>>>({})
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)

  const coupon = promotion?.coupon
  const changes = coupon ? changesOf(kept, form, fieldNames) : changesOf(kept, form, fieldNames).length > 0 ? ['a new coupon'] : []
  const wrong = wrongIn(form, currency)
  const isSendable = Object.keys(wrong).length === 0
  const isTryable = Object.keys(wrong).every((field) => field === 'code' || field === 'codes')
  const isFresh = !coupon
  const tried = usePreview(
    isTryable
      ? {
          coupon: {
            ...(coupon && { id: coupon.id }),
            specification: { ...specificationOf(form, currency, timeZone), ...(!form.code.trim() && { code: 'PREVIEW', name: 'PREVIEW' }) },
          },
        }
      : undefined,
  )
  const close = () => void navigate({ pathname: '/promotions', search: listSearch() })
  useKeys({ Escape: { says: 'Close, clear, back', moves: true, run: close } }, 'Promotions')
  const change = (some: Partial<CouponForm>, all?: Names) => {
    setForm((before) => ({ ...before, ...some }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in some))))
    if (all) setNames(all)
  }

  async function save(): Promise<boolean> {
    if (!isSendable) {
      setErrors(wrong)
      return false
    }
    setBusy(true)
    try {
      const specification = specificationOf(form, currency, timeZone)
      if (coupon) {
        await client.coupons.updateCoupon({ id: coupon.id, specification })
        say({ text: `${specification.code} is saved.` })
        await revalidate()
        return true
      }
      const count = Number(form.codes)
      if (count > 1) await makeMany(specification, count, say)
      const made = count > 1 ? undefined : await client.coupons.createCoupon({ specification })
      if (made) say({ text: `${specification.code} is live${Number(specification.startTime) > Date.now() ? ' from its day on' : ''}.` })
      await navigate({ pathname: made ? `/promotions/coupons/${made.id}` : '/promotions', search: listSearch() })
      void revalidate()
      return true
    } catch (error) {
      const said =
        error instanceof Refused && error.code === 'COUPON_CODE_ALREADY_EXISTS'
          ? { code: refusals['COUPON_CODE_ALREADY_EXISTS']! }
          : fieldErrors(error, fieldOf)
      if (said) setErrors(said)
      else
        say({
          text:
            error instanceof Refused ? (refusals[error.code] ?? error.message) : 'The shop did not answer. What you wrote is still here.',
          bad: true,
        })
      return false
    } finally {
      setBusy(false)
    }
  }

  const label = coupon ? `Coupon ${coupon.specification.code}` : 'New coupon'
  return (
    <Beside aria-label={label}>
      <header>
        <div className="row">
          {/* The panel takes the focus, so that its words are heard first. */}
          <b className={coupon ? 'mono' : undefined} tabIndex={-1} ref={focused}>
            {coupon?.specification.code ?? 'New coupon'}
          </b>{' '}
          {promotion && <PromotionState of={promotion.state} />}
        </div>
        <div className="acts">
          {coupon && mayWrite && (
            <PromotionActs
              of={{ coupon }}
              name={coupon.specification.code ?? ''}
              active={coupon.specification.active === true}
              small
              acting={acting}
              onCopy={() => void navigate({ pathname: '/promotions/coupons/new', search: `?copy=${coupon.id}` })}
              onDelete={() => setDeleting(true)}
            />
          )}
          <IconButton small icon={X} name="Close" onClick={close} />
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label={label}>
        <fieldset className="asone" disabled={!mayWrite} aria-label="The coupon">
          <CouponFields form={form} names={names} errors={errors} isNew={isFresh} onChange={change} />
        </fieldset>
        {promotion && coupon && <Used of={promotion} timeZone={timeZone} />}
        <Preview of={tried} typed products={isAll(form.on) ? undefined : called(form.on, names)} />
      </div>
      <footer>
        <span className="grow faint small">{changes.length === 0 ? 'No changes' : isFresh ? 'Not made yet' : 'Not saved'}</span>
        {coupon && <ButtonLink to={`/cart-tester?code=${encodeURIComponent(coupon.specification.code)}`}>Test in a cart</ButtonLink>}
        {mayWrite && (
          <Button kind="primary" keys={['⌘', 'S']} disabled={busy || changes.length === 0} onClick={() => void save()}>
            {isFresh ? (Number(form.codes) > 1 ? `Make ${form.codes} codes` : 'Make it') : 'Save'}
          </Button>
        )}
      </footer>
      {mayWrite && <Unsaved of={changes} bar={false} busy={busy} onSave={save} onDiscard={() => setForm(kept)} />}
      {deleting && coupon && (
        <Dialog
          title={`Delete ${coupon.specification.code}?`}
          about="Nobody can use the code any more. Orders that used it keep what they got."
          says={`${coupon.numberOfUsages} uses are forgotten with it`}
          does="Delete it"
          kind="danger"
          cancel="Keep it"
          busy={acting.busy}
          onDo={() =>
            void acting.act(async () => {
              await remove({ coupon })
              setDeleting(false)
              await navigate({ pathname: '/promotions', search: listSearch() })
              return `${coupon.specification.code} is deleted.`
            })
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </Beside>
  )
}

/** Makes codes that each work once, and hands them over as a file. */
async function makeMany(specification: ReturnType<typeof specificationOf>, count: number, say: ReturnType<typeof useSay>): Promise<void> {
  const random = (most: number) => crypto.getRandomValues(new Uint32Array(1))[0]! % most
  const codes = singleCodes(specification.code ?? '', count, random)
  const made: string[] = []
  for (let at = 0; at < codes.length; at += perCall) {
    const some = codes.slice(at, at + perCall)
    const { results } = await client.coupons.bulkCreateCoupons({
      specifications: some.map((code) => ({ ...specification, code, usageLimit: 1 })),
    })
    made.push(...results.flatMap(({ itemMetadata }) => (itemMetadata.success ? [some[itemMetadata.originalIndex]!] : [])))
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`code\n${made.join('\n')}\n`], { type: 'text/csv' }))
  link.download = `${specification.code}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
  const missing = count - made.length
  say({
    text: missing === 0 ? `${made.length} codes are live, and in a file.` : `${made.length} of ${count} codes are live, and in a file.`,
    bad: missing > 0,
  })
}

/** How far a limit is used up, and when it will be. */
function Used({ of: { uses, coupon }, timeZone }: { of: Promotion; timeZone: string }) {
  const { usageLimit, startTime } = coupon!.specification
  const [now] = useState(() => Date.now())
  if (!usageLimit) return null
  const share = Math.min(1, uses / usageLimit)
  const passed = now - Number(startTime)
  const left = uses > 0 && uses < usageLimit && passed > 0 ? ((usageLimit - uses) / uses) * passed : undefined
  const day = (instant: number) => new Date(instant).toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'long' })
  return (
    <div>
      <div className="row between">
        <span className="lbl">Used</span>
        <span className="soft">
          {uses.toLocaleString('en-GB')} of {usageLimit.toLocaleString('en-GB')}
        </span>
      </div>
      <span className="meter" data-tone="accent" style={{ '--v': `${share * 100}%` } as React.CSSProperties} />
      {left !== undefined && left < 400 * 24 * 3_600_000 && <p className="hint">At this pace the last one goes on {day(now + left)}.</p>}
    </div>
  )
}
