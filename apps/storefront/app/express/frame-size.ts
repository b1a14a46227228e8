/** The message that the frame of the wallets sends to the page around it. */
export interface FrameSize {
  expressHeight: number
}

/** Reports the height of the frame, now and whenever it changes. */
export function tellFrame(content: HTMLElement): () => void {
  const tell = () => {
    const size: FrameSize = { expressHeight: Math.ceil(content.getBoundingClientRect().height) }
    parent.postMessage(size, location.origin)
  }
  const watch = new ResizeObserver(tell)
  watch.observe(content)
  tell()
  return () => watch.disconnect()
}
