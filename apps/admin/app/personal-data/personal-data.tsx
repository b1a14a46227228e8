import type { Retention } from '@vitrine/contract'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { Guest } from './guest.tsx'
import { RetentionSettings } from './retention.tsx'

interface Loaded {
  /** None for those who may not see settings. */
  readonly retention: Retention | undefined
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const retention = await client.retention.getRetention({}, { signal }).then(
    (answer) => answer.retention,
    () => undefined,
  )
  return { retention }
}

/** What the shop has about people without an account, and after how long it deletes what it needs no more. */
export function PersonalDataPage() {
  usePlace([{ name: 'Personal data' }])
  const { retention } = useLoaderData<Loaded>()
  const may = useMay()
  return (
    <>
      <PageHead title="Personal data" facts={<span>of guests; members have theirs in their account</span>} />
      <div className="settings">
        {may('personalData.read') && <Guest mayErase={may('personalData.write')} />}
        {retention && <RetentionSettings of={retention} mayWrite={may('settings.write')} />}
      </div>
    </>
  )
}
