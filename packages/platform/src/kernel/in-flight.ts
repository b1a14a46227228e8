/** Work under keys: whoever asks for what is under way waits for that, and gets what it comes to. */
export function inFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, work) => {
    const here = underWay.get(key)
    if (here) return here
    const begun = work().finally(() => underWay.delete(key))
    underWay.set(key, begun)
    return begun
  }
}
