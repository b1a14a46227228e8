/** Numbers from 0 to 1. */
export type Random = () => number

export const pick = <T>(among: readonly T[], random: Random): T => among[Math.floor(random() * among.length)]!

/** One of several, each as likely as its weight. */
export function weighed<T>(among: readonly (readonly [weight: number, one: T])[], random: Random): T {
  let at = random() * among.reduce((all, [weight]) => all + weight, 0)
  for (const [weight, one] of among) {
    at -= weight
    if (at < 0) return one
  }
  return among.at(-1)![1]
}
