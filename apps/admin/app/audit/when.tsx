import { useShop } from '../shop.ts'
import { whenText } from './times.ts'

/** To the second today, as in the logs of what happened. */
export function When({ at }: { at: string }) {
  const { timeZone } = useShop()
  return <time dateTime={at}>{whenText(at, timeZone)}</time>
}
