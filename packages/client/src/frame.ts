/** How long a hidden frame may take to answer. */
const frameMs = 120_000

export interface FrameMessage {
  readonly code?: string
  readonly state?: string
  readonly error?: string
}

/** The message for a state from the page at an address, in a hidden frame. Only in a browser. */
export async function messageFromFrame(address: string, state: string): Promise<FrameMessage> {
  const { origin } = new URL(address)
  const frame = document.createElement('iframe')
  frame.style.display = 'none'
  frame.src = address
  let hear: (event: MessageEvent) => void = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      hear = ({ data, origin: from }) => {
        if (from === origin && data?.state === state) resolve(data)
      }
      addEventListener('message', hear)
      timer = setTimeout(() => reject(new Error('OAuth flow timed out')), frameMs)
      document.body.append(frame)
    })
  } finally {
    clearTimeout(timer)
    removeEventListener('message', hear)
    frame.remove()
  }
}
