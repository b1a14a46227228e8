import { useHydrated } from '../shop/use-hydrated.ts'
import { useShop } from '../shop/use-shop.ts'

/** `Good morning, Hanna`, by the reader's clock; where the page has no script, by the shop's. */
export function Greeting({ name, at }: { name: string; at: string }) {
  const { timeZone } = useShop()
  const here = useHydrated()
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', ...(here ? {} : { timeZone }) }).format(new Date(at)),
  )
  return (
    <>
      {wordsAt(hour)}
      {name && `, ${name}`}
    </>
  )
}

const wordsAt = (hour: number) => (hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon')
